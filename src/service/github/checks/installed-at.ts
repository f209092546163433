import type { PlacedCheck } from '../../db/github/checks.ts'
import type { InstalledRepository } from '../clients.ts'

/**
 * Returns the repository of a check, for GitHub clients, or undefined if the app is suspended or no longer installed
 * there.
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
