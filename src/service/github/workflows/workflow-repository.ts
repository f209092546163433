import type { WorkflowRepository } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findInstallationByNumber } from '../../db/github/installations.ts'
import { findGithubRepository, type GithubRepository } from '../../db/github/repositories.ts'

/** The repository of a workflow with its owner's ID, if the app is installed there and not suspended. */
export async function findWorkflowRepository(
  db: Database,
  { host, repositoryId }: WorkflowRepository,
): Promise<(GithubRepository & { readonly ownerId: number }) | undefined> {
  const repository = await findGithubRepository(db, { host, repositoryId })
  if (!repository) return undefined
  const installation = await findInstallationByNumber(db, { host, installationId: repository.installationId })
  // After a transfer, the installation may already belong to a different owner.
  if (!installation || installation.suspendedAt !== null || installation.accountId !== repository.accountId)
    return undefined
  return { ...repository, ownerId: installation.ownerId }
}
