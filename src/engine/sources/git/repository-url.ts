import { ScanFailure } from '../../model/failure.ts'
import type { GitTarget } from '../../model/target.ts'
import { shownText } from '../shown-text.ts'
import { type Forge, forgeOf, type PageMeaning, unknownForgePage } from './forge.ts'
import { isCommitId, refNameProblem } from './ref-name.ts'

/** Examples of supported URLs, for display. */
export const repositoryExamples = [
  'https://github.com/OWNER/REPOSITORY',
  'https://HOST/PATH/OF/REPOSITORY.git',
] as const

/**
 * Parses the URL of a repository or of one of its pages. The URL may have a `.git` suffix and, if the host's URL layout
 * supports it, a branch, tag, commit, or folder. Ignores query and fragment. Any https host with a path may be a git
 * server, so this source is tried last. Does not use the network.
 */
export function parseRepositoryUrl(url: URL): GitTarget | undefined {
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  // A trailing dot in a host name has no effect.
  const host = url.host.replace(/\.(?=$|:)/, '')
  const forge = forgeOf(host)
  if (forge !== undefined) return onForge(forge, segments)
  if (segments.length === 0) return undefined
  const { repository, page } = unknownForgePage(segments)
  return targetOf(host, repository, page, `https://${host}/PATH/OF/REPOSITORY`)
}

/**
 * Returns the canonical repository URL, as used in targets. Returns undefined if the URL does not point to a
 * repository.
 */
export function canonicalRepositoryUrl(address: URL): string | undefined {
  try {
    const target = parseRepositoryUrl(address)
    return target !== undefined && target.ref === undefined && target.treePath === undefined
      ? target.repository
      : undefined
  } catch {
    return undefined
  }
}

function onForge(forge: Forge, segments: readonly string[]): GitTarget {
  const count = forge.repositorySegments(segments)
  const wanted = forge.examples.join(', ')
  if (count === 0) throw invalid(`This is not a repository page; use ${wanted}.`)
  const repository = segments.slice(0, count).map((segment) => segment.toLowerCase())
  // On the known forges, names cannot contain other characters.
  const odd = repository.find((segment) => !/^[\w.-]+$/.test(segment))
  if (odd !== undefined)
    throw invalid(`"${shownText(odd)}" is not valid in a repository name on ${forge.host}; use ${wanted}.`)
  return targetOf(forge.host, repository, forge.page(segments.slice(count)), wanted)
}

function targetOf(host: string, segments: readonly string[], page: PageMeaning, wanted: string): GitTarget {
  if (page === 'not-a-folder')
    throw invalid(`This page is not a repository, folder, commit, or tag that Assay can scan; use ${wanted}.`)
  const name = segments.at(-1)?.replace(/\.git$/i, '') ?? ''
  if (name === '') throw invalid(`This is not a repository page; use ${wanted}.`)
  const path = [...segments.slice(0, -1), name]
    .map(encodeURIComponent)
    .join('/')
    .replaceAll('%40', '@')
    .replaceAll('%2B', '+')
  const ref = page.ref === undefined ? undefined : checkedRef(page.ref)
  const treePath = page.treePath === undefined ? undefined : checkedTreePath(page.treePath)
  return {
    type: 'git',
    repository: `https://${host}/${path}`,
    ...(ref !== undefined && { ref }),
    ...(treePath !== undefined && { treePath }),
  }
}

function checkedRef(ref: string): string {
  if (ref.startsWith('refs/') ? refNameProblem(ref) === undefined : isCommitId(ref)) return ref
  throw invalid(
    `"${shownText(ref)}" is neither a full commit ID (40 hexadecimal digits) nor the name of a branch or tag.`,
  )
}

function checkedTreePath(treePath: string): string {
  const path = treePath.replace(/(?<!\/)\/+$/, '')
  if (!path.split('/').includes('..')) return path
  throw invalid('The URL leaves the repository with "..".')
}

/** Decodes a percent-encoded path segment. Repository paths contain no control characters or backslashes. */
function decodeSegment(segment: string): string {
  let text = ''
  try {
    text = decodeURIComponent(segment)
  } catch {
    throw invalid('The path of the URL is not valid percent-encoded UTF-8.')
  }
  if (/\p{Cc}|\\/u.test(text)) throw invalid('The path of the URL contains control characters or backslashes.')
  return text
}

const invalid = (message: string) => new ScanFailure('INVALID_URL', message)
