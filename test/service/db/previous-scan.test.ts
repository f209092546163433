import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertAccount } from '../../../src/service/db/accounts/accounts.ts'
import { completeScan, findPreviousScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
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

async function completed(folder?: string): Promise<string> {
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
  const source = {
    type: 'git' as const,
    canonicalUrl,
    revision: 'a'.repeat(40),
    digest: 'sha256-x',
    ...(folder !== undefined && { folder }),
  }
  await completeScan(db, id, {
    source,
    canonicalUrl,
    inventoryDigest: null,
    coverage,
    ...judge([], { gaps: [], failOn: 'high' }),
    completedAt: new Date(),
  })
  return id
}

it('the scan before this one is of the same folder of the repository', async () => {
  const whole = await completed()
  const server = await completed('packages/server')
  const before = (folder: string | undefined) =>
    findPreviousScan(db, { accountId, canonicalUrl, folder, scanId: 'scan_new' })
  expect(await before(undefined)).toBe(whole)
  expect(await before('packages/server')).toBe(server)
  expect(await before('packages/client')).toBeUndefined()
  const again = await completed()
  expect(await before(undefined)).toBe(again)
  expect(await before('packages/server')).toBe(server)
  expect(await findPreviousScan(db, { accountId, canonicalUrl, folder: undefined, scanId: again })).toBe(whole)
})
