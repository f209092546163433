import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertAccount } from '../../../src/service/db/accounts/accounts.ts'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { completeScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { comparisonFor } from '../../../src/service/scans/baseline.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { storedFinding } from '../../support/findings.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db } = await testDatabase()
const accountId = randomUUID()
await insertAccount(db, { id: accountId, name: 'a', plan: 'free', webhookSecretSealed: Buffer.alloc(1) })
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 0, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}
const canonicalUrl = 'https://git.example/team/project'
const identity = { type: 'git', canonicalUrl, revision: 'c'.repeat(40), digest: 'sha256-x' } as const

/** A completed scan of a branch whose findings were first seen at these times. */
async function completed(ref: string, revision: string, seen: Readonly<Record<string, string>>): Promise<string> {
  const id = `scan_${randomUUID()}`
  await insertScan(db, {
    id,
    accountId,
    status: 'scanning',
    url: canonicalUrl,
    target: { type: 'git', repository: canonicalUrl },
    sourceType: 'git',
    failOn: 'high',
    stage: 'source',
    percent: 0,
    estimatedCompletionAt: new Date(),
  })
  await completeScan(db, id, {
    source: { ...identity, revision, ref },
    canonicalUrl,
    inventoryDigest: null,
    coverage,
    ...judge([], { gaps: [], failOn: 'high' }),
    completedAt: new Date(),
  })
  await insertFindings(
    db,
    id,
    Object.entries(seen).map(([fingerprint, firstSeenAt]) =>
      storedFinding({ id: `finding_${randomUUID()}`, fingerprint, firstSeenAt }),
    ),
  )
  return id
}

const compared = (baseline: string | null) => comparisonFor(db, { id: 'scan_new', accountId, baseline }, identity)
const [early, middle, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']

it('compares a first scan with nothing, and says that a baseline was never scanned', async () => {
  expect(await compared(null)).toStrictEqual({ firstSeen: new Map() })
  expect(await compared('main')).toEqual({
    firstSeen: new Map(),
    known: new Set(),
    note: { requested: 'main', message: expect.stringContaining('no completed scan of "main"') },
  })
})

it('compares with the baseline that was asked for, and keeps when either scan first saw a finding', async () => {
  const main = await completed('main', 'a'.repeat(40), { both: middle, older: early, 'only main': late })
  await completed('feature', 'b'.repeat(40), { both: early, older: middle, 'only feature': late })
  expect(await compared(null)).toStrictEqual({
    firstSeen: new Map([
      ['both', early],
      ['older', middle],
      ['only feature', late],
    ]),
  })
  expect(await compared('main')).toMatchObject({
    firstSeen: new Map([
      ['both', early],
      ['older', early],
      ['only feature', late],
      ['only main', late],
    ]),
    known: new Set(['both', 'older', 'only main']),
    note: {
      requested: 'main',
      scanId: main,
      revision: 'a'.repeat(40),
      message: 'Findings are compared with the last completed scan of "main".',
    },
  })
  expect(await compared('gone')).toEqual({
    firstSeen: new Map([
      ['both', early],
      ['older', middle],
      ['only feature', late],
    ]),
    known: new Set(),
    note: { requested: 'gone', message: expect.stringContaining('all findings count as new') },
  })
})
