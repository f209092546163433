import type { Database } from '../../db/client.ts'
import { findGithubInstallation } from '../../db/github-installations.ts'
import type { GithubRepository } from '../../db/github-repositories.ts'
import type { InstalledRepository } from '../clients.ts'

/** A stored repository as GitHub's clients want it; undefined when the app is not installed any more, or suspended. */
export async function installedAt(db: Database, host: string, { accountId, ownerLogin, name }: GithubRepository): Promise<InstalledRepository | undefined> {
  const installation = await findGithubInstallation(db, { accountId, host, ownerLogin })
  return installation && installation.suspendedAt === null ? { installationId: installation.installationId, ownerId: installation.ownerId, owner: ownerLogin, name } : undefined
}
