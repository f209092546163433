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

/** Limits per transaction. An inventory has at most 100,000 components. */
const [maxInventories, maxComponents] = [200, 100_000]

/**
 * Stores the package version IDs of inventories. Also matches new package versions, because every stored package
 * version must be matched. Returns false if there was nothing to do.
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

/** Returns the IDs of all package versions in these places, by `packageKey`. */
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
