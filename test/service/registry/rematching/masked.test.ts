import { expect, it } from 'vitest'
import { createExploitationIndex } from '../../../../src/service/scans/advisories/exploitation/exploitation-index.ts'
import { findScanById } from '../../../../src/service/db/scans/scans.ts'
import { listFindingRecords } from '../../../../src/service/db/scans/findings.ts'
import { findServer } from '../../../../src/service/db/registry/servers.ts'
import { maskedComponent } from '../../../../src/engine/rules/masked-component.ts'
import { knownFlaws } from '../../../../src/service/registry/rematching/known-flaws.ts'
import { renewFindings } from '../../../../src/service/registry/rematching/renew-findings.ts'
import { affects, feedFolder } from '../../scans/advisories/support/feed-folder.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'
import { inventSecret } from '../../../engine/rules/corpus/invent-secret.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { rematchWorld } from './rematch-world.ts'

const database = await testDatabase()
const { db } = database
const token = inventSecret('github-token', 'in an inventory')
const way = [{ manifest: `${token}/package.json`, path: [`project@git+https://${token}@git.example/a`, 'lib@1.0.0'] }]
const flaw = (summary: string) => ({
  id: 'GHSA-masked',
  summary,
  affected: [affects('lib', { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity: 'HIGH' },
})

// As scans store components now, and as they did before inventories were masked.
it.each([
  ['masked', maskedComponent],
  ['whole', (one: typeof lib) => one],
] as const)(
  'a %s inventory gives the findings of the scan again, and no secret of the project comes back',
  async (name, stored) => {
    const world = await rematchWorld(database, feedFolder())
    // The published text of an advisory may look like a secret too.
    await world.sync([flaw(`It accepts ${token}`)])
    const scanId = await world.scanServer(name, [stored(lib)])
    await world.rematch()
    const scanned = await listFindingRecords(db, scanId, ['new', 'existing'])
    const digest = (await findScanById(db, scanId))?.inventoryDigest ?? ''
    const known = (await knownFlaws(db, createExploitationIndex(), [digest]))(digest)
    expect(known.detected).toHaveLength(1)
    expect(renewFindings(scanned, { ...known, now: new Date() })).toMatchObject({
      isSame: true,
      opened: [],
      closed: [],
      changed: [],
    })
    await world.sync([flaw(`It accepts ${token} and more`)])
    await world.rematch()
    const server = await findServer(db, `npm-${name}`)
    expect(server).toMatchObject({ high: 1 })
    expect(JSON.stringify((await world.storedServer(name)).findings)).not.toContain(token.slice(4))
  },
)

it('a package that cannot be looked up keeps its finding, also if its version was a URL', async () => {
  // Longer than the values that are looked up.
  const odd = component('odd', `git+https://x:${token}@git.example/${'a'.repeat(2_100)}`)
  const world = await rematchWorld(database, feedFolder())
  await world.sync([flaw('Another flaw')])
  const scanId = await world.scanServer('odd', [odd])
  await world.rematch()
  const digest = (await findScanById(db, scanId))?.inventoryDigest ?? ''
  const known = (await knownFlaws(db, createExploitationIndex(), [digest]))(digest)
  const { purl } = maskedComponent(odd)
  expect([...known.unknown]).toEqual([purl])
  expect(purl).not.toContain(token.slice(4))
})

const lib = component('lib', '1.0.0', { introducedBy: way })
