import type { Database } from '../../db/client.ts'
import { listNotFound, updateComparison } from '../../db/github/comparisons.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'

/** An installation has few. A scan that does not find its commit is retried for a minute before it counts. */
const maxComparisons = 200

/**
 * Restarts comparisons of an installation whose scans did not find the repository, as part of `tx`. Called when the app
 * has access again: the scans may have run without access, and the event of the suspension may have arrived after them.
 */
export async function compareNotFound(
  context: Pick<GitHubContext, 'app' | 'queue'>,
  tx: Database,
  installationId: number,
): Promise<void> {
  for (const { id, checkId } of await listNotFound(tx, {
    host: context.app.host,
    installationId,
    most: maxComparisons,
  })) {
    await changeComparisons(context, tx, checkId, async (comparisons) => {
      if (comparisons.some((one) => one.id === id && one.state === 'completed'))
        await updateComparison(tx, id, restarted(new Date()))
    })
  }
}
