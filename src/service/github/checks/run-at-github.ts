import type { Octokit } from '@octokit/rest'
import type { GithubCheck } from '../../db/github/checks.ts'
import type { RepositoryClient } from '../clients.ts'
import type { CheckContent } from './check-content.ts'

export const checkName = 'Assay'

type At = RepositoryClient['at']
type SameRun = Pick<GithubCheck, 'id' | 'createdAt' | 'headSha'>

/** Each repetition of a check is a separate run, because it must not show the earlier result. */
const externalIdOf = ({ id, createdAt }: SameRun) => `${id}:${createdAt.getTime()}`

/** Creates a check's run, as queued. Returns its GitHub ID. */
export async function createRun(
  octokit: Octokit,
  at: At,
  check: SameRun,
  { detailsUrl, output }: Pick<CheckContent, 'detailsUrl' | 'output'>,
  signal?: AbortSignal,
): Promise<number> {
  const { data } = await octokit.rest.checks.create({
    ...at,
    name: checkName,
    head_sha: check.headSha,
    external_id: externalIdOf(check),
    started_at: new Date().toISOString(),
    status: 'queued',
    ...(detailsUrl && { details_url: detailsUrl }),
    output,
    ...(signal && { request: { signal } }),
  })
  return data.id
}

/** Returns our runs for a commit, including those of repetitions. */
async function runsOfCommit(octokit: Octokit, at: At, headSha: string, appId: string) {
  const { data } = await octokit.rest.checks.listForRef({
    ...at,
    ref: headSha,
    check_name: checkName,
    app_id: Number(appId),
    filter: 'all',
    per_page: 100,
  })
  return data.check_runs
}

/**
 * Returns the GitHub ID of this check's run, in case an earlier attempt created it and died before storing the ID. If
 * there are several, returns the newest, which GitHub shows.
 */
export async function findRun(octokit: Octokit, at: At, check: SameRun, appId: string): Promise<number | undefined> {
  const ids = (await runsOfCommit(octokit, at, check.headSha, appId))
    .filter(({ external_id: externalId }) => externalId === externalIdOf(check))
    .map(({ id }) => id)
  return ids.length === 0 ? undefined : Math.max(...ids)
}

/**
 * Returns the number of annotations stored at GitHub for a run, because a request without a response may have added
 * some.
 */
export async function countAnnotations(octokit: Octokit, at: At, checkRunId: number): Promise<number> {
  const { data } = await octokit.rest.checks.get({ ...at, check_run_id: checkRunId })
  return data.output.annotations_count
}

/** Final content of a check run. */
export interface ShownEnd {
  readonly status: string
  readonly conclusion?: 'success' | 'failure' | 'neutral'
  readonly output: CheckContent['output']
}

/**
 * Gives a commit's other runs the same conclusion if they are still open, or were created later by a request whose
 * response was lost. Does not change the runs of later repetitions.
 */
export async function settleOtherRuns(
  octokit: Octokit,
  at: At,
  {
    check,
    checkRunId,
    appId,
    shown,
  }: { readonly check: SameRun; readonly checkRunId: number; readonly appId: string; readonly shown: ShownEnd },
): Promise<void> {
  const isLater = (externalId: string | null) => {
    const [id, createdAt] = (externalId ?? '').split(':')
    return id === check.id && Number(createdAt) > check.createdAt.getTime()
  }
  for (const run of await runsOfCommit(octokit, at, check.headSha, appId)) {
    const isOther = run.status !== 'completed' || (run.id > checkRunId && run.conclusion !== shown.conclusion)
    if (run.id !== checkRunId && isOther && !isLater(run.external_id)) await endRun(octokit, at, run.id, shown)
  }
}

/**
 * Concludes the open runs of a commit, except those of its current check. Returns their number.
 *
 * @param checkNow Returns the ID of the current check. Called after the runs are listed, because a check is stored
 * before its run is created.
 */
export async function endLeftRuns(
  octokit: Octokit,
  at: At,
  {
    headSha,
    appId,
    because,
    checkNow,
  }: {
    readonly headSha: string
    readonly appId: string
    readonly because: string
    readonly checkNow: () => Promise<string | undefined>
  },
): Promise<number> {
  const runs = await runsOfCommit(octokit, at, headSha, appId)
  const checkId = await checkNow()
  const open = runs.filter(
    ({ status, external_id: externalId }) =>
      status !== 'completed' && (checkId === undefined || externalId?.split(':')[0] !== checkId),
  )
  for (const { id } of open)
    await endRun(octokit, at, id, {
      status: 'completed',
      conclusion: 'neutral',
      output: { title: because, summary: because },
    })
  return open.length
}

async function endRun(
  octokit: Octokit,
  at: At,
  checkRunId: number,
  { conclusion = 'neutral', output }: ShownEnd,
): Promise<void> {
  await octokit.rest.checks.update({
    ...at,
    check_run_id: checkRunId,
    status: 'completed',
    conclusion,
    completed_at: new Date().toISOString(),
    output,
  })
}
