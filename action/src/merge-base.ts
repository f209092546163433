import { ActionFailure } from './failure.ts'
import { askGitHub, fieldOf, type GitHubContext } from './github-api.ts'

/**
 * Returns a pull request's merge base, from GitHub's comparison of its base and head. The tip of the base branch may be
 * ahead of the merge base and include changes that are not part of the pull request. Throws ActionFailure with advice
 * if GitHub does not return the merge base.
 */
export async function mergeBaseOf(
  context: GitHubContext,
  { base, head }: { readonly base: string; readonly head: string },
  token: string | undefined,
): Promise<string> {
  const path = `/compare/${base}...${encodeURIComponent(head)}?per_page=1`
  const { status, body } = await askGitHub(context, { what: 'the merge base', path, token })
  const commit = status === 200 ? fieldOf(fieldOf(body, 'merge_base_commit'), 'sha') : undefined
  if (typeof commit === 'string' && /^[0-9a-f]{40,64}$/.test(commit)) return commit
  throw new ActionFailure(
    'refused',
    `baseline: auto needs the merge base of ${base.slice(0, 12)} and ${head.slice(0, 12)}, but GitHub returned ` +
      `status ${status}. Grant the job the contents: read permission and keep the default github-token ` +
      'input, or set baseline to a commit.',
  )
}
