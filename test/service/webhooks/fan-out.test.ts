import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/service/accounts/plans.ts'
import { findScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import type { Coverage, ScanFailureCode } from '../../../src/engine/model/scan.ts'
import { endWithFailure, endWithFindings } from '../../../src/service/scans/end-scan.ts'
import { fanOutScanEnd } from '../../../src/service/webhooks/fan-out.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const { db, queue } = api
const announceScanEnd = fanOutScanEnd({ queue, publicUrl: 'https://assay.example' })
const context = { db, queue, announceScanEnd }
const completedAt = new Date('2026-01-31T12:00:00.000Z')
const source = {
  type: 'npm',
  canonicalUrl: 'https://www.npmjs.com/package/server',
  revision: '1.0.0',
  digest: 'sha512-',
} as const
const results = {
  securityScore: 54,
  grade: 'D' as const,
  vulnerabilities: { critical: 1, high: 1, medium: 1, low: 0, info: 0, total: 3 },
  partial: false,
  method: '1',
}
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 1, method: 'package.json', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}
const completion = {
  source,
  canonicalUrl: source.canonicalUrl,
  inventoryDigest: null,
  results,
  verdict: 'fail' as const,
  coverage,
  completedAt,
}

const critical = dependencyFinding('GHSA-aaaa-aaaa-aaaa', { id: 'finding_a', severity: 'critical', fingerprint: 'a' })
const findings: readonly Finding[] = [
  critical,
  dependencyFinding('GHSA-bbbb-bbbb-bbbb', { id: 'finding_b', severity: 'high', fingerprint: 'b', state: 'existing' }),
  storedFinding({ id: 'finding_c', severity: 'medium', fingerprint: 'c' }),
  storedFinding({
    id: 'finding_d',
    severity: 'critical',
    fingerprint: 'd',
    state: 'suppressed',
    suppression: { reason: 'known', by: 'somebody' },
  }),
  storedFinding({ id: 'finding_e', severity: 'high', fingerprint: 'e', state: 'fixed' }),
]

let count = 0
async function account(plan: Plan) {
  count += 1
  return (await api.account(`account-${count}`, undefined, plan)).accountId
}

/** Inserts an endpoint. An empty list means every event. */
async function endpoint(accountId: string, events: readonly string[], isDisabled = false): Promise<string> {
  const id = randomUUID()
  await db.execute(
    'insert into webhook_endpoints (id, account_id, url, events, secret_sealed, disabled_at) values ' +
      `('${id}', '${accountId}', 'https://hooks.example/${id}', ` +
      `'{${events.map((event) => `"${event}"`).join(',')}}', 'x', ${isDisabled ? 'now()' : 'null'})`,
  )
  return id
}

async function scan(accountId: string, webhook: string | null = null): Promise<string> {
  const { id } = await insertScan(db, {
    id: `scan_${randomUUID()}`,
    accountId,
    status: 'scanning',
    url: 'https://www.npmjs.com/package/server',
    target: { type: 'npm', name: 'server', selector: '' },
    sourceType: 'npm',
    webhook,
    failOn: 'high',
    stage: 'source',
    percent: 0,
    estimatedCompletionAt: completedAt,
  })
  return id
}

const complete = (scanId: string, found: readonly Finding[] = findings, cached = false) =>
  db.transaction((tx) => endWithFindings({ announceScanEnd }, tx, scanId, { ...completion, cached }, found))
const fail = (scanId: string, code: ScanFailureCode, message: string) =>
  endWithFailure(context, scanId, { code, message })

interface Told {
  readonly event: string
  readonly to: string
  readonly eventId: string
  readonly body: string
}

/** Returns which endpoints get which events of a scan, in a fixed order. */
async function told(scanId: string): Promise<Told[]> {
  const rows = await db.execute<Told & Record<string, unknown>>(
    'select event.event, coalesce(delivery.url, delivery.endpoint_id::text) as "to", event.id as "eventId", ' +
      'event.body from webhook_deliveries delivery join webhook_events event on event.id = delivery.event_id ' +
      `where event.scan_id = '${scanId}' order by event.event, event.body, 2`,
  )
  return [...rows]
}

const eventsTo = (list: readonly Told[], receiver: string) =>
  list.filter(({ to }) => to === receiver).map(({ event }) => event)
const hook = 'https://hooks.example/scan'

describe('the end of a scan', () => {
  it('goes to its webhook and to the endpoints that want it, each event once for all', async () => {
    const accountId = await account('pro')
    const [all, onlyFailures, onlyFindings, disabled, ofAnother] = await Promise.all([
      endpoint(accountId, []),
      endpoint(accountId, ['scan.failed', 'ping']),
      endpoint(accountId, ['vulnerability.found']),
      endpoint(accountId, [], true),
      account('pro').then((other) => endpoint(other, [])),
    ])
    const scanId = await scan(accountId, hook)
    await complete(scanId)
    const list = await told(scanId)
    expect(eventsTo(list, hook)).toEqual(['scan.completed', 'vulnerability.found', 'vulnerability.found'])
    expect(eventsTo(list, all)).toEqual(['scan.completed', 'vulnerability.found', 'vulnerability.found'])
    expect(eventsTo(list, onlyFindings)).toEqual(['vulnerability.found', 'vulnerability.found'])
    expect([onlyFailures, disabled, ofAnother].map((receiver) => eventsTo(list, receiver))).toEqual([[], [], []])
    expect(new Set(list.map(({ eventId }) => eventId)).size).toBe(3)
    expect(new Set(list.map(({ body }) => body)).size).toBe(3)
  })

  it('tells the results, the verdict, what was scanned and where to read about it', async () => {
    const scanId = await scan(await account('free'), hook)
    await complete(scanId)
    const [only, ...others] = await told(scanId)
    expect(others).toEqual([])
    expect(JSON.parse(only?.body ?? '')).toEqual({
      id: only?.eventId,
      event: 'scan.completed',
      timestamp: '2026-01-31T12:00:00.000Z',
      data: {
        scanId,
        url: 'https://www.npmjs.com/package/server',
        status: 'completed',
        results,
        reportUrl: `https://assay.example/scan/${scanId}`,
        verdict: 'fail',
        source,
        cached: false,
      },
    })
  })

  it('sends every open critical and high finding completely, and no other', async () => {
    const scanId = await scan(await account('team'), hook)
    await complete(scanId)
    const data = (await told(scanId))
      .filter(({ event }) => event === 'vulnerability.found')
      .map(({ body }) => (JSON.parse(body) as { data: { severity: string; vulnerability: Finding } }).data)
    expect(data.map(({ severity, vulnerability }) => [severity, vulnerability.id]).sort()).toEqual([
      ['critical', 'finding_a'],
      ['high', 'finding_b'],
    ])
    expect(data.find(({ severity }) => severity === 'critical')).toEqual({
      scanId,
      vulnerability: critical,
      severity: 'critical',
    })
  })

  it.each([
    ['free', 0],
    ['pro', 2],
    ['team', 2],
    ['enterprise', 2],
  ] as const)('tells the plan %s of %i findings, whatever an endpoint has subscribed to', async (plan, expected) => {
    const accountId = await account(plan)
    const receivers = [await endpoint(accountId, []), await endpoint(accountId, ['vulnerability.found']), hook]
    const scanId = await scan(accountId, hook)
    await complete(scanId)
    const list = await told(scanId)
    for (const receiver of receivers)
      expect(
        eventsTo(list, receiver).filter((event) => event === 'vulnerability.found'),
        receiver,
      ).toHaveLength(expected)
  })

  it('gives a finding another id in another scan, and the same one when the same scan is sent again', async () => {
    const accountId = await account('pro')
    const [first, second] = [await scan(accountId, hook), await scan(accountId, hook)]
    await complete(first, [critical])
    await complete(second, [critical])
    const ids = [...(await told(first)), ...(await told(second))].map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(4)
    const ended = await findScan(db, accountId, first)
    if (!ended) expect.fail('the scan is gone')
    await db.transaction((tx) => announceScanEnd(tx, { scan: ended, findings: [critical] }))
    expect((await told(first)).map(({ eventId }) => eventId)).toEqual(ids.slice(0, 2))
  })

  it('sends a reused result like any other', async () => {
    const scanId = await scan(await account('pro'), hook)
    await complete(scanId, [critical], true)
    const list = await told(scanId)
    expect(eventsTo(list, hook)).toEqual(['scan.completed', 'vulnerability.found'])
    expect(JSON.parse(list[0]?.body ?? '')).toMatchObject({ data: { cached: true } })
  })

  it.each([
    ['SOURCE_NOT_FOUND', 'There is no such package.'],
    ['CANCELLED', 'The scan was canceled.'],
  ] as const)('tells a failure with its code %s and its words', async (code, message) => {
    const accountId = await account('free')
    const onlyFailures = await endpoint(accountId, ['scan.failed'])
    const scanId = await scan(accountId, hook)
    await fail(scanId, code, message)
    const list = await told(scanId)
    expect([eventsTo(list, hook), eventsTo(list, onlyFailures)]).toEqual([['scan.failed'], ['scan.failed']])
    expect(JSON.parse(list[0]?.body ?? '')).toMatchObject({
      event: 'scan.failed',
      data: {
        scanId,
        url: 'https://www.npmjs.com/package/server',
        status: 'failed',
        error: message,
        errorCode: code,
        reportUrl: `https://assay.example/scan/${scanId}`,
      },
    })
  })

  it('is stored together with its events, or not at all', async () => {
    const accountId = await account('pro')
    const scanId = await scan(accountId, hook)
    await expect(
      db.transaction(async (tx) => {
        await endWithFindings({ announceScanEnd }, tx, scanId, completion, findings)
        throw new Error('the worker stops here')
      }),
    ).rejects.toThrow('the worker stops here')
    expect(await told(scanId)).toEqual([])
    const [row] = await db.execute(`select status from scans where id = '${scanId}'`)
    expect(row).toEqual({ status: 'scanning' })
    await complete(scanId)
    expect(await told(scanId)).toHaveLength(3)
  })

  it('is sent once when two workers end the scan', async () => {
    const scanId = await scan(await account('pro'), hook)
    const ended = await Promise.all([complete(scanId), complete(scanId)])
    expect(ended.filter(Boolean)).toHaveLength(1)
    expect(await told(scanId)).toHaveLength(3)
  })

  it('creates nothing without subscribers', async () => {
    const scanId = await scan(await account('pro'))
    await complete(scanId)
    const [events] = await db.execute(`select count(*)::int as number from webhook_events where scan_id = '${scanId}'`)
    expect(events).toEqual({ number: 0 })
  })

  it('fits into a POST however large the project makes what it tells', async () => {
    const accountId = await account('pro')
    const huge = 'x'.repeat(700_000)
    const large = dependencyFinding('GHSA-aaaa-bbbb-cccc', {
      title: huge,
      message: huge,
      location: { path: huge, startLine: 1, snippet: huge },
      trace: [{ path: 'a', line: 1, message: huge }],
      component: {
        purl: huge,
        name: huge,
        version: huge,
        ecosystem: 'npm',
        direct: true,
        dev: false,
        introducedBy: [{ manifest: huge, path: [huge] }],
      },
    })
    const scanId = await scan(accountId, hook)
    await db.transaction((tx) =>
      endWithFindings(
        { announceScanEnd },
        tx,
        scanId,
        { ...completion, source: { ...source, package: { installScripts: { install: huge }, deprecated: huge } } },
        [large],
      ),
    )
    const list = await told(scanId)
    expect(eventsTo(list, hook)).toEqual(['scan.completed', 'vulnerability.found'])
    for (const { body } of list) expect(Buffer.byteLength(body)).toBeLessThan(outgoingLimits.maxSentBytes / 4)
    expect(JSON.parse(list[1]?.body ?? '')).toMatchObject({
      data: {
        vulnerability: {
          fingerprint: large.fingerprint,
          title: `${'x'.repeat(2_000)}…`,
          location: { startLine: 1 },
          advisory: large.advisory,
        },
      },
    })
  })

  it('takes thousands of findings with names of any kind', async () => {
    const accountId = await account('pro')
    await endpoint(accountId, [])
    const scanId = await scan(accountId, hook)
    const many = Array.from({ length: 3_000 }, (_, index) =>
      dependencyFinding('GHSA-aaaa-aaaa-aaaa', {
        id: `finding_${index}`,
        severity: 'high',
        fingerprint: `f${index}`,
        title: `a\0b\ud800 ${index} "\\u0000" </script>`,
      }),
    )
    await complete(scanId, many)
    const list = await told(scanId)
    expect(list).toHaveLength(2 * (1 + many.length))
    for (const { body } of list.slice(0, 50)) expect(() => JSON.parse(body)).not.toThrow()
    expect(list.some(({ body }) => body.includes('a\ufffdb\ufffd'))).toBe(true)
  })
})
