import type { Database } from '../../db/client.ts'
import { countUnfoldedTallies, foldTallies } from '../../db/registry/statistics-upkeep.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'

/** Every two minutes: a change of a server adds two rows to what every list adds up. */
export const foldTalliesCron = '*/2 * * * *'

/** Every ten minutes, as marks serve until 2,000 servers changed. For a million servers they took 8 s of a core. */
export const renewListMarksCron = '7,17,27,37,47,57 * * * *'

/**
 * Every six hours: counts of words choose between two ways of a search that find the same. At 200,000 servers they took
 * 22 s on a busy machine.
 */
export const countWordsCron = '29 1,7,13,19 * * *'

/** Folds the counts of the registry when enough was added to them. */
export async function foldTalliesInTime(db: Database): Promise<void> {
  if ((await countUnfoldedTallies(db)) > catalogueLimits.maxUnfoldedTallies) await foldTallies(db)
}
