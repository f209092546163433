import { describe, expect, it, vi } from 'vitest'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { saveInventory } from '../../../src/service/db/scans/inventories.ts'
import { updateScanProgress } from '../../../src/service/db/scans/progress.ts'
import { startScan } from '../../../src/service/db/scans/scans.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { endWithFindings } from '../../../src/service/scans/end-scan.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { tidyScans } from '../../../src/service/scans/tidy-scans.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { detectedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice', permissions)
const bob = await api.account('bob', permissions)

const submit = async (more: object = {}) =>
  String(
    (await alice.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x', ...more })).json.data
      .scanId,
  )
const remove = (scanId: string, { call } = alice) => call('DELETE', `/api/v1/scans/${scanId}`)
const read = async (scanId: string) => (await alice.call('GET', `/api/v1/scans/${scanId}`)).json.data
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 1, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}
const digestOf = (name: string) =>
  saveInventory(api.db, [
    {
      purl: `pkg:npm/${name}@1.0.0`,
      name,
      version: '1.0.0',
      ecosystem: 'npm',
      direct: true,
      dev: false,
      introducedBy: [],
    },
  ])

/** Completes a scan like its worker. Returns false if it had already ended. */
async function complete(scanId: string, inventoryDigest: string | null = null): Promise<boolean> {
  const findings = compareFindings(
    [detectedFinding({ severity: 'low', title: 'low', fingerprint: 'low' })],
    new Map(),
    new Date(),
  )
  const source = {
    type: 'npm' as const,
    canonicalUrl: 'https://www.npmjs.com/package/x',
    revision: '1.0.0',
    digest: 'sha512-x',
  }
  return api.db.transaction((tx) =>
    endWithFindings(
      { announceScanEnd: async () => {} },
      tx,
      scanId,
      {
        source,
        canonicalUrl: source.canonicalUrl,
        inventoryDigest,
        coverage,
        ...judge(findings, { gaps: [], failOn: 'high' }),
        completedAt: new Date(),
      },
      findings,
    ),
  )
}

describe('DELETE /api/v1/scans/:scanId', () => {
  it('cancels a scan that waits, which then never starts', async () => {
    const scanId = await submit()
    const { status, json } = await remove(scanId)
    expect(status).toBe(200)
    expect(json.data).toMatchObject({
      scanId,
      removed: false,
      status: 'failed',
      verdict: 'error',
      error: { code: 'CANCELLED', message: 'The scan was canceled.' },
      completedAt: expect.any(String),
    })
    expect(json.data).not.toHaveProperty('startedAt')
    expect(await startScan(api.db, scanId, new Date())).toBeUndefined()
    expect(await read(scanId)).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
  })

  it('cancels a scan that runs, whose worker then stores nothing', async () => {
    const scanId = await submit()
    await startScan(api.db, scanId, new Date())
    expect((await remove(scanId)).json.data).toMatchObject({
      removed: false,
      status: 'failed',
      error: { code: 'CANCELLED' },
    })
    expect(await complete(scanId)).toBe(false)
    expect(await read(scanId)).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
    expect(await api.sql`select 1 from findings where scan_id = ${scanId}`).toHaveLength(0)
  })

  it('removes a scan that has ended, with everything that was found, and then does not know it', async () => {
    const [scanId, other] = [await submit(), await submit()]
    const [own, shared] = [await digestOf('own'), await digestOf('shared')]
    for (const id of [scanId, other]) await startScan(api.db, id, new Date())
    await updateScanProgress(api.db, scanId, { stage: 'components', percent: 20 })
    await complete(scanId, own)
    await complete(other, shared)
    expect((await remove(scanId)).json.data).toMatchObject({
      scanId,
      removed: true,
      status: 'completed',
      verdict: 'pass',
    })
    for (const path of ['', '/vulnerabilities', '/sarif', '/sbom', '/events'])
      expect((await alice.call('GET', `/api/v1/scans/${scanId}${path}`)).status, path).toBe(404)
    expect((await remove(scanId)).status).toBe(404)
    for (const table of ['findings', 'scan_progress'])
      expect(await api.sql`select 1 from ${api.sql(table)} where scan_id = ${scanId}`, table).toHaveLength(0)
    await tidyScans(api.db)
    expect((await api.sql`select digest from inventories`).map(({ digest }) => digest)).toEqual([shared])
  })

  it('removes a cancelled scan when it is asked again', async () => {
    const scanId = await submit()
    const answers = [await remove(scanId), await remove(scanId), await remove(scanId)]
    expect(answers.map(({ status, json }) => [status, json.data?.['removed']])).toEqual([
      [200, false],
      [200, true],
      [404, undefined],
    ])
  })

  it('wants scans:write, and does nothing to another account’s scan', async () => {
    const scanId = await submit()
    const reader = await api.account('reader', ['scans:read'])
    expect((await remove(scanId, reader)).status).toBe(403)
    expect((await remove(scanId, bob)).status).toBe(404)
    expect(await read(scanId)).toMatchObject({ status: 'pending' })
  })

  it('tells who has asked to hear of the end', async () => {
    const scanId = await submit({ webhook: 'https://hooks.example/assay' })
    await remove(scanId)
    expect(
      (await api.sql`select event from webhook_events where scan_id = ${scanId}`).map(({ event }) => event),
    ).toEqual(['scan.failed'])
  })

  it('ends waiting and streams at once: a cancelled scan with its end, a removed one without more', async () => {
    const waited = await submit()
    const poll = alice.call('GET', `/api/v1/scans/${waited}?wait=30`)
    const stream = await fetch(`${api.address}/api/v1/scans/${waited}/events`, { headers: { 'x-api-key': alice.key } })
    await remove(waited)
    expect((await poll).json.data).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } })
    expect(await stream.text()).toMatch(/event: end\ndata: .*"status":"failed".*CANCELLED/)

    const gone = await submit()
    const lastPoll = alice.call('GET', `/api/v1/scans/${gone}?wait=30`)
    const lastStream = await fetch(`${api.address}/api/v1/scans/${gone}/events`, {
      headers: { 'x-api-key': alice.key },
    })
    await vi.waitFor(async () =>
      expect(
        await api.sql`select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      ).not.toHaveLength(0),
    )
    await api.sql`delete from scans where id = ${gone}`
    expect((await lastPoll).status).toBe(404)
    expect(await lastStream.text()).not.toContain('event: end')
  })
})
