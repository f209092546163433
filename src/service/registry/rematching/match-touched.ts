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
 * Matches the stored versions of packages that syncs have touched, and notes the inventories that have one whose flaws
 * are others now. What syncs noted goes with what was made of it, or stays. False when nothing was touched.
 */
export async function matchTouched(context: RematchContext): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    await lockMatching(tx)
    // Before the matcher asks which advisories there are: it sees at least what these were noted with.
    const touched = await listTouchedPackages(tx, namesAtOnce)
    if (touched.length === 0) return false
    const changed = await matchVersions(context, tx, await listVersionsOfPackages(tx, touched))
    await noteInventoriesWith(tx, changed, 'advisory')
    await forgetTouchedPackages(
      tx,
      touched.map(({ number }) => number),
    )
    return true
  })
}

/**
 * Matches every stored package version once more where that is done otherwise than it was: by another engine, or from
 * other feeds. What changes by that is not the advisories' doing. False when there is nothing left to do.
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
    await noteInventoriesWith(tx, await matchVersions(context, tx, versions), 'rules')
    await keepMatchingState(tx, { matchedBy: current, matchedUpTo: versions.at(-1)?.id ?? null })
    return true
  })
}
