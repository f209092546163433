import { expect, it } from 'vitest'
import type { InstalledCapabilities } from '../../../src/engine/reachability/capabilities/compare-installations.ts'
import { saveCapabilities } from '../../../src/service/db/scans/capabilities.ts'
import { findScan } from '../../../src/service/db/scans/scans.ts'
import { changesOfScans } from '../../../src/service/github/checks/change-list.ts'
import { testApi } from '../../support/test-api.ts'
import { storeScan } from '../registry/entered-scan.ts'

const { db, sql, account } = await testApi()
const { accountId } = await account('capabilities')

async function scanWith(installed?: InstalledCapabilities | { readonly scanId: string }) {
  const id = await storeScan(db, accountId, {
    source: { type: 'git', canonicalUrl: 'https://git.example/acme/shop', revision: 'a'.repeat(40) },
    components: [],
  })
  if (installed) await saveCapabilities(db, id, installed)
  const scan = await findScan(db, accountId, id)
  if (!scan) throw new Error('no scan')
  return scan
}

const installed = (version: string, canRun: boolean): InstalledCapabilities => ({
  ecosystems: ['npm'],
  packages: [
    {
      ecosystem: 'npm',
      name: 'starter',
      version,
      path: ['runner@1.0.0', `starter@${version}`],
      code: {
        capabilities: canRun
          ? [{ capability: 'executes-commands', path: 'index.js', line: 2, shownBy: 'child_process.spawn', places: 1 }]
          : [],
      },
    },
  ],
})

it('compares what the packages of two scans can do', async () => {
  const [base, head] = [await scanWith(installed('1.0.0', false)), await scanWith(installed('2.0.0', true))]
  const { capabilities } = await changesOfScans(db, base, head)
  expect(capabilities).toMatchObject({
    added: [
      { capability: 'executes-commands', change: 'gained', package: { path: ['runner@1.0.0', 'starter@2.0.0'] } },
    ],
    gaps: [],
  })
  const reused = await scanWith({ scanId: head.id })
  expect((await changesOfScans(db, base, reused)).capabilities).toEqual(capabilities)
})

it('names the gap if the base was not read, and says nothing if no scan read packages', async () => {
  const [unread, head] = [await scanWith(), await scanWith(installed('2.0.0', true))]
  expect((await changesOfScans(db, unread, head)).capabilities).toMatchObject({
    added: [],
    gaps: [expect.stringContaining('the base installs were not read')],
  })
  expect(await changesOfScans(db, unread, await scanWith())).not.toHaveProperty('capabilities')
})

it('is deleted with the scan', async () => {
  const { id } = await scanWith(installed('1.0.0', true))
  await sql`delete from scans where id = ${id}`
  expect(await sql`select scan_id from scan_capabilities where scan_id = ${id}`).toEqual([])
})
