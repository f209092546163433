import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { advisorySync } from '../support/advisory-sync.ts'
import { affects, feedFolder, type RecordParts } from '../support/feed-folder.ts'

const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800', '\\', '\\.', '"', '\u0001\u0002', '__proto__', '\n'),
)
const anyRecord: fc.Arbitrary<RecordParts> = fc.record({
  // Few IDs, so that exports share some.
  id: fc.nat({ max: 8 }).map((number) => `A-${number}`),
  modified: fc.constantFrom('2025-01-01T00:00:00Z', '2025-01-02T00:00:00.123456Z', '2027-01-01T00:00:00Z'),
  withdrawn: fc.constantFrom(undefined, '2025-01-03T00:00:00Z', 'no date'),
  summary: anyText,
  anything: fc.jsonValue(),
  affected: fc.array(
    fc.oneof(
      anyText.map((name) => affects(name)),
      fc.jsonValue(),
      fc.constant(affects('a', { introduced: '1.0.0' })),
    ),
    { maxLength: 4 },
  ),
})
const anyExport = fc.uniqueArray(anyRecord, { selector: ({ id }) => id, minLength: 1, maxLength: 8 })

/** Returns what is stored after these exports were synced in order into an empty database. */
async function stateAfter(...exports: readonly (readonly RecordParts[])[]): Promise<unknown> {
  await sql`delete from advisory_feeds`
  await sql`delete from advisory_affected`
  const feed = feedFolder()
  for (const records of exports) {
    feed.publish(records)
    expect(await syncEcosystem(advisorySync(database, [feed.base]), 'npm', options)).toMatchObject({ complete: true })
  }
  return {
    advisories: await sql`select id, modified, withdrawn, digest, document from advisories order by id`,
    affected:
      await sql`select advisory_id, ecosystem, package_name, entry from advisory_affected order by advisory_id, key`,
    feeds: await sql`select records, unreadable, newest_modified, export_digest from advisory_feeds`,
  }
}

describe('importing', () => {
  it('B after A leaves what importing B alone does, and again nothing changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyExport, anyExport, async (a, b) => {
        const alone = await stateAfter(b)
        expect(await stateAfter(a, b)).toEqual(alone)
        expect(await stateAfter(b, a, b, b)).toEqual(alone)
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})
