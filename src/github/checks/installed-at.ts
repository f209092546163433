import type { Database } from '../../db/client.ts'
import { findInstallationByNumber } from '../../db/github-installations.ts'
import type { GithubRepository } from '../../db/github-repositories.ts'
import type { InstalledRepository } from '../clients.ts'

/** A stored repository as GitHub's clients want it; undefined when the app is not installed any more, or suspended. */
export async function installedAt(db: Database, host: string, { installationId, repositoryId, name }: GithubRepository): Promise<InstalledRepository | undefined> {
  const installation = await findInstallationByNumber(db, { host, installationId })
  return installation && installation.suspendedAt === null ? { installationId, ownerId: installation.ownerId, owner: installation.ownerLogin, repositoryId, name } : undefined
}
