import { updateSameCheck } from '../../db/github/checks.ts'
import { noSettings } from '../../../engine/project-settings/settings-file.ts'
import type { GitHubContext, NewCheck } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { checkContent, digestOf } from './check-content.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { beingMade, leftToMakeMs } from './making.ts'
import { createRun } from './run-at-github.ts'
import { withRepositoryToken } from './with-repository-token.ts'

/**
 * Makes the run of a check that was stored just now, then has the check brought on: people see the run before anything
 * else is done for it, and no job stands between. A run that GitHub does not make at once is left to the job
 * `tell-check`, which knows what every refusal means.
 */
export async function beginCheck(context: GitHubContext, newCheck: NewCheck, signal: AbortSignal): Promise<void> {
  const { db, queue } = context
  const { check } = newCheck
  const made = await makeRun(context, newCheck, signal)
  if (!made) await updateSameCheck(db, check, { publishedDigest: beingMade })
  if (!made?.digest) await queue.enqueue(db, 'tell-check', { checkId: check.id }, { key: check.id, priority: 1 })
  await queue.enqueue(db, 'advance-check', { checkId: check.id, force: false }, { key: check.id })
  // Last: a delivery that is worked again takes a check whose run is noted for begun.
  if (made) await updateSameCheck(db, check, { checkRunId: made.checkRunId, publishedDigest: made.digest })
}

/** A run that GitHub has made, as waiting. */
interface MadeRun {
  readonly checkRunId: number
  /**
   * Of what it shows. Null where the check has ended since it was stored, such as by a newer commit: that is still to
   * be told.
   */
  readonly digest: string | null
}

/** Undefined when it is not known to be made. */
async function makeRun(
  context: GitHubContext,
  { check, installed }: NewCheck,
  signal: AbortSignal,
): Promise<MadeRun | undefined> {
  const content = await checkContent(context, await comparisonsOfCheck(context.db, check), async () => noSettings)
  // Counted from when the check was stored: a database or a process that hung since has used some of it.
  const leftMs = leftToMakeMs(check, new Date())
  if (leftMs === 0) return undefined
  const soon = AbortSignal.any([signal, AbortSignal.timeout(leftMs)])
  try {
    const checkRunId = await withRepositoryToken(
      context.clients,
      installed,
      tokenRights.tellChecks,
      soon,
      (octokit, at) => createRun(octokit, at, check, content, soon),
    )
    return checkRunId === undefined
      ? undefined
      : { checkRunId, digest: content.status === 'queued' ? digestOf(content) : null }
  } catch (error) {
    signal.throwIfAborted()
    context.log.debug({ err: error, checkId: check.id }, 'a check run was not created immediately')
    return undefined
  }
}
