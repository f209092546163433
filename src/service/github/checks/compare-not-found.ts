import type { Database } from '../../db/client.ts'
import { listNotFound, updateComparison } from '../../db/github/comparisons.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'

/** An installation has few: a scan that does not find its commit is made again for a minute before that counts. */
const maxComparisons = 200

/**
 * Starts comparisons of an installation again whose scans did not find the repository, as part of `tx`. Called when the
 * app has access again: the scans may have run while it had none, and the event of the suspension may have come after
 * them.
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
