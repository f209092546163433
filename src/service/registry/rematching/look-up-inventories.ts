import type { Database } from '../../db/client.ts'
import {
  type InventoryPlace,
  keepPackageVersions,
  listInventoriesToLookUp,
  listInventoryPlaces,
} from '../../db/rematching/inventories.ts'
import { addPackageVersions, listVersionsOfPackages, lockMatching } from '../../db/rematching/packages.ts'
import { matchVersions } from './match-versions.ts'
import { packageKey, packageOf } from './package-of.ts'
import type { RematchContext } from './rematch-context.ts'

/** Of one transaction; an inventory has 100,000 components at most. */
const [maxInventories, maxComponents] = [200, 100_000]

/**
 * Gives inventories the ids of their package versions, and matches those that are new: a stored package version is
 * always matched. False when there were none to look up.
 */
export async function lookUpInventories(context: RematchContext): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    await lockMatching(tx)
    const digests = withinBound(await listInventoriesToLookUp(tx, maxInventories))
    if (digests.length === 0) return false
    const places = Map.groupBy(await listInventoryPlaces(tx, digests), ({ digest }) => digest)
    const ids = await idsOf(context, tx, [...places.values()].flat())
    await keepPackageVersions(
      tx,
      digests.map((digest) => ({ digest, ids: (places.get(digest) ?? []).map((place) => idIn(ids, place)) })),
    )
    return true
  })
}

function withinBound(inventories: readonly { readonly digest: string; readonly size: number }[]): string[] {
  let components = 0
  return inventories
    .filter(({ size }, index) => (components += size) <= maxComponents || index === 0)
    .map(({ digest }) => digest)
}

/** The ids of all package versions of these places, by `packageKey`. */
async function idsOf(
  context: RematchContext,
  tx: Database,
  places: readonly InventoryPlace[],
): Promise<ReadonlyMap<string, number>> {
  const packages = [
    ...new Map(
      places.flatMap((place) => packageOf(place) ?? []).map((version) => [packageKey(version), version]),
    ).values(),
  ]
  const added = await addPackageVersions(tx, packages)
  await matchVersions(context, tx, added)
  return new Map((await listVersionsOfPackages(tx, packages)).map((row) => [packageKey(row), row.id]))
}

function idIn(ids: ReadonlyMap<string, number>, place: InventoryPlace): number {
  const version = packageOf(place)
  return (version && ids.get(packageKey(version))) ?? 0
}
