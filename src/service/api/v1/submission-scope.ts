import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { countUnfinishedOfWorkflows } from '../../db/scans/queue.ts'
import { findWorkflowRepository } from '../../github/workflows/workflow-repository.ts'
import { repositoryAt } from '../../github/repository-address.ts'
import { scanQueueLimits } from '../../scans/scan-queue-limits.ts'
import type { ScanRequest } from '../../scans/request-scan.ts'
import { ApiError } from '../api-error.ts'

/**
 * Returns the credentials for reading a submission's source. A workflow key reads its own repository with the account's
 * access, and all other URLs as public.
 *
 * Throws FORBIDDEN if the app is no longer installed in the repository. Also throws FORBIDDEN for a webhook: anyone who
 * can change a workflow could otherwise receive messages signed with the account's secret. Throws OVERLOADED if too
 * many workflow scans of the repository are waiting.
 */
export async function submissionScope(
  db: Database,
  { accountId, workflowOf }: Caller,
  { target, webhook }: Pick<ScanRequest, 'target' | 'webhook'>,
): Promise<Pick<ScanRequest, 'githubRepositoryId' | 'asAnybody'>> {
  if (!workflowOf) return {}
  if (webhook !== undefined)
    throw new ApiError(
      'FORBIDDEN',
      'A workflow key cannot set a webhook, because events are signed with the account secret. Remove the ' +
        '`webhook` field.',
    )
  const repository = await findWorkflowRepository(db, workflowOf)
  if (repository?.accountId !== accountId)
    throw new ApiError(
      'FORBIDDEN',
      "The GitHub App is no longer installed on this workflow's repository. Reinstall the app.",
    )
  const { maxScansPerWorkflowRepository: scansOfWorkflows, retryAfterSeconds: retrySeconds } = scanQueueLimits
  if ((await countUnfinishedOfWorkflows(db, { accountId, ...workflowOf })) >= scansOfWorkflows) {
    throw new ApiError(
      'OVERLOADED',
      `The workflows in this repository have reached the limit of ${scansOfWorkflows} unfinished scans. ` +
        'Submit the scan again later.',
      { headers: { 'Retry-After': String(retrySeconds) } },
    )
  }
  const named = target.type === 'git' ? repositoryAt(workflowOf.host, new URL(target.repository)) : undefined
  const isOwn =
    named !== undefined && isSameName(named.owner, repository.ownerLogin) && isSameName(named.name, repository.name)
  return isOwn ? { githubRepositoryId: workflowOf.repositoryId } : { asAnybody: true }
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
