import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findWorkflowRepository } from '../../github/workflows/workflow-repository.ts'
import { repositoryAt } from '../../github/repository-address.ts'
import type { Target } from '../../model/target.ts'
import type { ScanRequest } from '../../scan/request-scan.ts'
import { ApiError } from '../api-error.ts'

/**
 * With whose rights the source of a submission is read. The key of a workflow reads its own repository like the
 * account, and every other address as anybody may. Throws FORBIDDEN once the app has lost the repository.
 */
export async function submissionScope(db: Database, { accountId, workflowOf }: Caller, target: Target): Promise<Pick<ScanRequest, 'githubRepositoryId' | 'asAnybody'>> {
  if (!workflowOf) return {}
  const repository = await findWorkflowRepository(db, workflowOf)
  if (repository?.accountId !== accountId) throw new ApiError('FORBIDDEN', 'The GitHub App is not installed in the repository of this workflow any more.')
  const named = target.type === 'git' ? repositoryAt(workflowOf.host, new URL(target.repository)) : undefined
  const isOwn = named !== undefined && isSameName(named.owner, repository.ownerLogin) && isSameName(named.name, repository.name)
  return isOwn ? { githubRepositoryId: workflowOf.repositoryId } : { asAnybody: true }
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
