import { withCachedPlans } from '../../db/with-cached-plans.ts'
import { noteInventoriesWith } from '../../db/rematching/inventories.ts'
import {
  findMatchingState,
  keepMatchingState,
  listVersionsAfter,
  listVersionsOfPackages,
  lockMatching,
} from '../../db/rematching/packages.ts'
import { forgetTouchedPackages, listTouchedPackages } from '../../db/advisories/touched-packages.ts'
import { matchVersions } from './match-versions.ts'
import { matchedBy } from './matched-by.ts'
import type { RematchContext } from './rematch-context.ts'

const [namesAtOnce, versionsAtOnce] = [2_000, 5_000]

/**
 * Matches the stored versions of packages whose advisories a sync changed. Records the inventories that have a version
 * with changed vulnerabilities, and deletes the sync's records in the same transaction. Returns false if there was
 * nothing to do.
 */
export async function matchTouched(context: RematchContext): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    await lockMatching(tx)
    // Must be read before the matcher reads the advisories, so that the matcher uses at least the advisories behind
    // these records.
    const touched = await listTouchedPackages(tx, namesAtOnce)
    if (touched.length === 0) return false
    const changed = await matchVersions(context, tx, await listVersionsOfPackages(tx, touched))
    await withCachedPlans(tx, () => noteInventoriesWith(tx, changed, 'advisory'))
    await forgetTouchedPackages(
      tx,
      touched.map(({ number }) => number),
    )
    return true
  })
}

/**
 * Matches every stored package version again if the engine or the feeds changed. Such changes are not attributed to
 * advisories. Returns false if all versions are matched.
 */
export async function matchOtherwise(context: RematchContext): Promise<boolean> {
  const current = matchedBy(context.feeds.bases)
  return context.db.transaction(async (tx) => {
    await lockMatching(tx)
    const state = await findMatchingState(tx)
    if (state?.matchedBy === current && state.matchedUpTo === null) return false
    const versions = await listVersionsAfter(tx, {
      after: state?.matchedBy === current ? (state.matchedUpTo ?? 0) : 0,
      limit: versionsAtOnce,
    })
    const changed = await matchVersions(context, tx, versions)
    await withCachedPlans(tx, () => noteInventoriesWith(tx, changed, 'rules'))
    await keepMatchingState(tx, { matchedBy: current, matchedUpTo: versions.at(-1)?.id ?? null })
    return true
  })
}
