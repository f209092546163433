import type { SourceContext } from '../source.ts'
import type { RemoteRef } from './advertisement.ts'
import { forgeOf } from './forge.ts'
import { gitLimits, type GitLimits } from './git-limits.ts'
import { openRepository } from './remote-repository.ts'
import { listRefs } from './remote-refs.ts'

const prefix = 'refs/tags/'

/** Matches tags that a report can display. Tags with spaces or control characters are not versions. */
const showableTag = /^[\w./+~@-]{1,200}$/

/**
 * Returns the commit's tag that looks most like a version. Queries only public repositories on known forges, without
 * credentials. Ignores responses from internal addresses, because a scanned project must not be able to make Assay
 * report data from the operator's network. Returns null if the commit has no tag, and undefined after any failure.
 *
 * @param repository host and path
 */
export async function tagOfCommit(
  { git }: Pick<SourceContext, 'git'>,
  repository: string,
  commit: string,
  signal: AbortSignal,
  limits: GitLimits = { ...gitLimits, maxAttempts: 1 },
): Promise<string | null | undefined> {
  const url = URL.parse(`https://${repository}`)
  if (url === null || forgeOf(url.host) === undefined) return undefined
  try {
    const remote = await openRepository(url, { reach: git, limits, signal })
    if ('inaccessible' in remote) return undefined
    using _ = remote
    const { refs } = await listRefs(remote, [prefix], limits)
    if (remote.isInternal()) return undefined
    return tagAt(refs, commit) ?? null
  } catch {
    return undefined
  }
}

/**
 * Returns the commit's tag that looks most like a version. Advisories list every tag in their ranges, but a moving tag
 * such as `latest` may point to a different commit by now.
 */
export function tagAt(refs: readonly RemoteRef[], commit: string): string | undefined {
  return refs
    .filter(({ name, objectId, peeled }) => name.startsWith(prefix) && (peeled ?? objectId) === commit)
    .map(({ name }) => name.slice(prefix.length))
    .filter((name) => showableTag.test(name))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))[0]
}

const rankOf = (tag: string): number => (/^v?\d+(?:\.\d+)+$/i.test(tag) ? 0 : /\d/.test(tag) ? 1 : 2)
