/**
 * What a repository page denotes: a revision (optionally with a folder), or the fact that the page cannot be scanned.
 */
export type PageMeaning = { readonly ref?: string; readonly treePath?: string } | 'not-a-folder'

/** URL layout of a host. */
export interface Forge {
  /** Canonical host for its repositories. */
  readonly host: string
  /** Supported URL formats, for messages. */
  readonly examples: readonly string[]
  /**
   * Returns how many leading path segments identify the repository. Returns 0 if the URL does not point to a
   * repository.
   */
  repositorySegments(segments: readonly string[]): number
  /** Parses the path segments after the repository. */
  page(rest: readonly string[]): PageMeaning
}

const folderOf = (treePath: string): PageMeaning => (treePath === '' ? {} : { treePath })
const tagOf = (name: string): PageMeaning => (name === '' ? 'not-a-folder' : { ref: `refs/tags/${name}` })
const commitOf = (rest: readonly string[]): PageMeaning =>
  rest.length === 1 && rest[0] !== undefined ? { ref: rest[0] } : 'not-a-folder'

/** Parses `/tree/BRANCH/FOLDER`, `/commit/ID`, and `/releases/tag/TAG`. */
function githubPage([kind, ...rest]: readonly string[]): PageMeaning {
  if (kind === undefined) return {}
  if (kind === 'tree') return folderOf(rest.join('/'))
  if (kind === 'commit') return commitOf(rest)
  if (kind === 'releases' && rest[0] === 'tag') return tagOf(rest.slice(1).join('/'))
  return 'not-a-folder'
}

/**
 * Parses `/src/branch/BRANCH/FOLDER`, `/src/tag/TAG/FOLDER`, `/src/commit/ID/FOLDER`, `/commit/ID`, and
 * `/releases/tag/TAG`.
 */
function giteaPage([kind, ...rest]: readonly string[]): PageMeaning {
  if (kind === 'src' && ['branch', 'tag', 'commit'].includes(rest[0] ?? '')) return folderOf(rest.slice(1).join('/'))
  return kind === 'tree' ? 'not-a-folder' : githubPage(kind === undefined ? [] : [kind, ...rest])
}

/**
 * Parses `/-/tree/BRANCH/FOLDER`, `/-/commit/ID`, `/-/tags/TAG`, and `/-/releases/TAG`. URLs from before 2020 have no
 * dash.
 */
export function gitlabPage(segments: readonly string[]): PageMeaning {
  const [kind, ...rest] = segments[0] === '-' ? segments.slice(1) : segments
  if (kind === undefined) return {}
  if (kind === 'tree') return folderOf(rest.join('/'))
  if (kind === 'commit') return commitOf(rest)
  return kind === 'tags' || kind === 'releases' ? tagOf(rest.join('/')) : 'not-a-folder'
}

/** Parses `/src/REF/FOLDER`, `/commits/ID`, `/commits/tag/TAG`, and `/branch/BRANCH`. */
function bitbucketPage([kind, ...rest]: readonly string[]): PageMeaning {
  if (kind === undefined) return {}
  if (kind === 'src') return folderOf(rest.join('/'))
  if (kind === 'commits' && rest[0] === 'tag') return tagOf(rest.slice(1).join('/'))
  if (kind === 'commits') return commitOf(rest)
  return kind === 'branch' && rest.length > 0 ? { ref: `refs/heads/${rest.join('/')}` } : 'not-a-folder'
}

/**
 * Path segments that GitLab reserves for its own pages. In its older URLs, these segments directly follow the
 * repository.
 */
const gitlabPages = new Set([
  '-',
  'tree',
  'blob',
  'raw',
  'blame',
  'commit',
  'commits',
  'tags',
  'branches',
  'releases',
  'issues',
  'merge_requests',
  'pipelines',
  'wikis',
])

function gitlabSegments(segments: readonly string[]): number {
  const page = segments.findIndex((segment, index) => index >= 2 && gitlabPages.has(segment))
  const count = page === -1 ? segments.length : page
  return count >= 2 ? count : 0
}

/** First path segments on GitHub that are not account names. */
const githubPages = new Set([
  'orgs',
  'users',
  'topics',
  'sponsors',
  'marketplace',
  'settings',
  'features',
  'apps',
  'collections',
  'trending',
  'explore',
  'notifications',
  'login',
  'search',
  'about',
])

const ownerAndName = (segments: readonly string[]): number => (segments.length >= 2 ? 2 : 0)

const github: Forge = {
  host: 'github.com',
  examples: ['https://github.com/OWNER/REPOSITORY', '…/tree/BRANCH/FOLDER', '…/commit/ID', '…/releases/tag/TAG'],
  repositorySegments: (segments) => (githubPages.has(segments[0] ?? '') ? 0 : ownerAndName(segments)),
  page: githubPage,
}

const gitlab: Forge = {
  host: 'gitlab.com',
  examples: ['https://gitlab.com/GROUP/PROJECT', '…/-/tree/BRANCH/FOLDER', '…/-/commit/ID', '…/-/tags/TAG'],
  repositorySegments: gitlabSegments,
  page: gitlabPage,
}

const bitbucket: Forge = {
  host: 'bitbucket.org',
  examples: ['https://bitbucket.org/WORKSPACE/REPOSITORY', '…/src/BRANCH/FOLDER', '…/commits/ID'],
  repositorySegments: ownerAndName,
  page: bitbucketPage,
}

const codeberg: Forge = {
  host: 'codeberg.org',
  examples: [
    'https://codeberg.org/OWNER/REPOSITORY',
    '…/src/branch/BRANCH/FOLDER',
    '…/commit/ID',
    '…/releases/tag/TAG',
  ],
  repositorySegments: ownerAndName,
  page: giteaPage,
}

const forges = [bitbucket, codeberg, github, gitlab]

/** Returns the forge for a known host name. Paths on these hosts are case-insensitive. */
export function forgeOf(hostname: string): Forge | undefined {
  const name = hostname.toLowerCase().replace(/^www\./, '')
  return forges.find(({ host }) => host === name)
}

/**
 * Infers the URL layout of an unknown host from path segments that only one kind of forge uses after the repository:
 * `/-/` (GitLab), `/src/branch/` (Gitea and Forgejo), or `/tree/` (GitHub Enterprise).
 */
export function unknownForgePage(segments: readonly string[]): {
  readonly repository: readonly string[]
  readonly page: PageMeaning
} {
  const dash = segments.indexOf('-')
  if (dash > 0) return { repository: segments.slice(0, dash), page: gitlabPage(segments.slice(dash)) }
  const rest = segments.slice(2)
  if (rest[0] === 'src' && ['branch', 'tag', 'commit'].includes(rest[1] ?? '') && rest.length > 2)
    return { repository: segments.slice(0, 2), page: giteaPage(rest) }
  if (rest[0] === 'tree' && rest.length > 1) return { repository: segments.slice(0, 2), page: githubPage(rest) }
  return { repository: segments, page: {} }
}
