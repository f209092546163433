import type { WorkflowRepository } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findInstallationByNumber } from '../../db/github/installations.ts'
import { findGithubRepository, type GithubRepository } from '../../db/github/repositories.ts'

/**
 * Returns a workflow's repository and its owner's ID, or undefined if the app is not installed there or is suspended.
 */
export async function findWorkflowRepository(
  db: Database,
  { host, repositoryId }: WorkflowRepository,
): Promise<(GithubRepository & { readonly ownerId: number }) | undefined> {
  const repository = await findGithubRepository(db, { host, repositoryId })
  if (!repository) return undefined
  const installation = await findInstallationByNumber(db, { host, installationId: repository.installationId })
  // After a transfer, the installation may belong to another owner.
  if (!installation || installation.suspendedAt !== null || installation.accountId !== repository.accountId)
    return undefined
  return { ...repository, ownerId: installation.ownerId }
}
