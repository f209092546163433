import type { PlacedCheck } from '../../db/github/checks.ts'
import type { InstalledRepository } from '../clients.ts'

/**
 * The repository of a check as GitHub's clients want it; undefined when the app is not installed there any more, or
 * suspended.
 */
export function installedAt({
  repository,
  installation,
}: Pick<PlacedCheck, 'repository' | 'installation'>): InstalledRepository | undefined {
  if (!repository || !installation || installation.suspendedAt !== null) return undefined
  return {
    installationId: repository.installationId,
    ownerId: installation.ownerId,
    owner: installation.ownerLogin,
    repositoryId: repository.repositoryId,
    name: repository.name,
  }
}
