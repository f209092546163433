import type { Database } from '../../db/client.ts'
import { countUnfoldedTallies, foldTallies } from '../../db/registry-statistics-upkeep.ts'
import { limits } from '../../model/limits.ts'

/** Every two minutes: a change of a server adds two rows to what every list adds up. */
export const foldTalliesCron = '*/2 * * * *'

/** Every six hours: searches are planned well by counts that are a fifth off. At 200,000 servers it took 22 s on a machine that had six times too much to do. */
export const countWordsCron = '29 1,7,13,19 * * *'

/** Folds the counts of the registry when enough was added to them. */
export async function foldTalliesInTime(db: Database): Promise<void> {
  if ((await countUnfoldedTallies(db)) > limits.catalogue.unfoldedTallies) await foldTallies(db)
}
