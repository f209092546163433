import { serverSdks } from '../../../engine/project-facts/known-sdks.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import type { Database } from '../../db/client.ts'
import { countFigures } from '../../db/registry/count-figures.ts'
import { addMissingServerRules } from '../../db/registry/missing-server-rules.ts'
import { countUnfoldedTallies, foldTallies } from '../../db/registry/statistics-upkeep.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'

/**
 * Schedule for merging counts: every two minutes. Each change of a server adds two rows to the counts, and every list
 * adds up all rows.
 */
export const foldTalliesCron = '*/2 * * * *'

/**
 * Schedule for storing list marks: every ten minutes, because a mark becomes unusable after 2,000 servers have changed.
 * For a million servers, this took 8 s on one core.
 */
export const renewListMarksCron = '7,17,27,37,47,57 * * * *'

/**
 * Schedule for counting words: every six hours. The word counts only determine the search plan, not its result. At
 * 200,000 servers, counting took 22 s on a busy machine.
 */
export const countWordsCron = '29 1,7,13,19 * * *'

/** Schedule for counting figures: every hour. The pages show when the figures were counted. */
export const countFiguresCron = '23 * * * *'

/**
 * Counts weaknesses and times to fix over all public servers, with the rules and SDKs of this version. Before the first
 * count after an upgrade, adds the rules of servers that were stored without them.
 */
export async function countRegistryFigures(db: Database, now: Date): Promise<void> {
  await addMissingServerRules(db)
  await countFigures(
    db,
    {
      sdks: Object.entries(serverSdks).flatMap(([ecosystem, names]) => [...names].map((name) => ({ ecosystem, name }))),
      weaknesses: detectors.flatMap(({ rules }) =>
        rules.flatMap(({ id, cwe }) => cwe.map((each) => ({ rule: id, cwe: each }))),
      ),
    },
    now,
  )
}

/** Merges the rows of the registry's counts if there are enough rows. */
export async function foldTalliesInTime(db: Database): Promise<void> {
  if ((await countUnfoldedTallies(db)) > catalogueLimits.maxUnfoldedTallies) await foldTallies(db)
}
