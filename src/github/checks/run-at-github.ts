import type { Octokit } from '@octokit/rest'
import type { GithubCheck } from '../../db/github-checks.ts'
import type { RepositoryClient } from '../clients.ts'
import type { CheckContent } from './check-content.ts'

/** How the check run is called where people see it. */
export const checkName = 'Assay'

type At = RepositoryClient['at']

/** Each making of a check has a run of its own: one that is asked for again must not keep what was said before. */
const externalIdOf = ({ id, createdAt }: GithubCheck) => `${id}:${createdAt.getTime()}`

/** Makes the run of a check, as waiting; resolves to GitHub's number of it. */
export async function createRun(octokit: Octokit, at: At, check: GithubCheck, { detailsUrl, output }: Pick<CheckContent, 'detailsUrl' | 'output'>, signal?: AbortSignal): Promise<number> {
  const { data } = await octokit.rest.checks.create({ ...at, name: checkName, head_sha: check.headSha, external_id: externalIdOf(check), started_at: new Date().toISOString(), status: 'queued', ...(detailsUrl && { details_url: detailsUrl }), output, ...(signal && { request: { signal } }) })
  return data.id
}

/** The run of this check, if an earlier attempt made it and died before it could be noted. */
export async function findRun(octokit: Octokit, at: At, check: GithubCheck, appId: string): Promise<number | undefined> {
  const { data } = await octokit.rest.checks.listForRef({ ...at, ref: check.headSha, check_name: checkName, app_id: Number(appId), filter: 'all', per_page: 100 })
  return data.check_runs.find(({ external_id: externalId }) => externalId === externalIdOf(check))?.id
}

/** How many annotations a run has: a request whose answer was never heard may have added some. */
export async function countAnnotations(octokit: Octokit, at: At, checkRunId: number): Promise<number> {
  const { data } = await octokit.rest.checks.get({ ...at, check_run_id: checkRunId })
  return data.output.annotations_count
}
