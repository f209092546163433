import { isWatchedBranch } from '../../../engine/project-settings/watched-branch.ts'
import type { GitHubContext } from '../github-event.ts'
import type { Repository } from '../payload-parts.ts'
import { baseSettings } from './base-settings.ts'

/**
 * Reports whether pushes to a branch are checked. This applies to the default branch and the branches listed in its
 * settings.
 */
export async function isCheckedBranch(
  context: Pick<GitHubContext, 'clients'>,
  { repository, installationId, branch }: { repository: Repository; installationId: number; branch: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { id: repositoryId, owner, name, default_branch: defaultBranch } = repository
  if (defaultBranch === undefined || branch === defaultBranch) return true
  const settings = await baseSettings(
    context,
    { installationId, ownerId: owner.id, owner: owner.login, repositoryId, name },
    defaultBranch,
    signal,
  )
  return isWatchedBranch(settings, branch)
}
