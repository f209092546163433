import type { Database } from '../../db/client.ts'
import { listNotFound, updateComparison } from '../../db/github/comparisons.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'

/**
 * Maximum number of comparisons to restart. An installation has few, because a scan that does not find its commit is
 * retried for a minute first.
 */
const maxComparisons = 200

/**
 * Restarts an installation's comparisons whose scans did not find the repository, in `tx`. Called when the app regains
 * access, because the scans may have run while it had none, even before the suspension event arrived.
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
