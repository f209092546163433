import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { countUnfinishedOfWorkflows } from '../../db/scans/queue.ts'
import { findWorkflowRepository } from '../../github/workflows/workflow-repository.ts'
import { repositoryAt } from '../../github/repository-address.ts'
import { scanQueueLimits } from '../../scans/scan-queue-limits.ts'
import type { ScanRequest } from '../../scans/request-scan.ts'
import { ApiError } from '../api-error.ts'

/**
 * With whose rights the source of a submission is read. The key of a workflow reads its own repository like the
 * account, and every other address as anybody may. Throws FORBIDDEN once the app has lost the repository, and for a
 * webhook, which would sign with the account's secret for whoever changes a workflow; OVERLOADED when too many scans of
 * the repository's workflows wait.
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
      'The key of a workflow gives no webhook: what is sent there is signed with the secret of the account.',
    )
  const repository = await findWorkflowRepository(db, workflowOf)
  if (repository?.accountId !== accountId)
    throw new ApiError('FORBIDDEN', 'The GitHub App is not installed in the repository of this workflow any more.')
  const { maxScansPerWorkflowRepository: scansOfWorkflows, retryAfterSeconds: retrySeconds } = scanQueueLimits
  if ((await countUnfinishedOfWorkflows(db, { accountId, ...workflowOf })) >= scansOfWorkflows) {
    throw new ApiError(
      'OVERLOADED',
      `Workflows of the repository have ${scansOfWorkflows} scans that have not ended, which is as many as ` +
        'may wait. Submit this one again later.',
      { headers: { 'Retry-After': String(retrySeconds) } },
    )
  }
  const named = target.type === 'git' ? repositoryAt(workflowOf.host, new URL(target.repository)) : undefined
  const isOwn =
    named !== undefined && isSameName(named.owner, repository.ownerLogin) && isSameName(named.name, repository.name)
  return isOwn ? { githubRepositoryId: workflowOf.repositoryId } : { asAnybody: true }
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
