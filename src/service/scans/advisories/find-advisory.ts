import { describeAdvisory } from '../../../engine/advisories/description.ts'
import type { AdvisoryDescription } from '../../../engine/advisories/description.ts'
import { fixedVersionsOf } from '../../../engine/advisories/fixed-versions.ts'
import { primaryId } from '../../../engine/advisories/group.ts'
import { OsvAffected, OsvDescription } from '../../../engine/advisories/osv-record.ts'
import { Ecosystem } from '../../../engine/model/component.ts'
import { findAdvisoryRecord, listAffectedEntries, listAliasedRecords } from '../../db/advisories/advisory-servers.ts'
import type { Database } from '../../db/client.ts'

/** Published advisory, and the packages that it affects. */
export interface PublishedAdvisory {
  readonly description: AdvisoryDescription
  readonly packages: readonly {
    readonly ecosystem: Ecosystem
    readonly name: string
    readonly fixedVersions: readonly string[]
  }[]
}

/** Returns a published advisory by any of its IDs, or undefined if it is unknown or withdrawn. */
export async function findAdvisory(db: Database, id: string): Promise<PublishedAdvisory | undefined> {
  const own = await findByOwnId(db, id)
  if (own) return own
  const records = await listAliasedRecords(db, id)
  const best = primaryId(records.filter(({ isWithdrawn }) => !isWithdrawn).map((record) => record.id))
  return best === '' ? undefined : findByOwnId(db, best)
}

async function findByOwnId(db: Database, id: string): Promise<PublishedAdvisory | undefined> {
  const record = await findAdvisoryRecord(db, id)
  if (!record || record.withdrawn) return undefined
  const entries = (await listAffectedEntries(db, id)).flatMap(({ ecosystem, name, entry }) => {
    const known = Ecosystem.safeParse(ecosystem)
    const affected = OsvAffected.safeParse(entry)
    return known.success && affected.success ? [{ ecosystem: known.data, name, affected: affected.data }] : []
  })
  return {
    description: describeAdvisory(
      id,
      OsvDescription.parse(record.document),
      entries.map(({ affected }) => affected),
    ),
    packages: entries.map(({ ecosystem, name, affected }) => ({
      ecosystem,
      name,
      fixedVersions: fixedVersionsOf(affected),
    })),
  }
}
