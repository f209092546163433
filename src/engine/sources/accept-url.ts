import { ScanFailure } from '../model/failure.ts'
import { urlLimits } from './url-limits.ts'
import type { Target } from '../model/target.ts'
import { sources } from './catalogue.ts'
import { refNameProblem } from './git/ref-name.ts'
import { rewriteGitAddress } from './git/rewrite-address.ts'
import { pageOfTargetName } from './target-name.ts'
import { packageUrlExamples, pageOfPackageUrl } from './package-url.ts'

/** Sources in the order in which they are tried. git is last, because any https URL may belong to a git server. */
const inOrderOfAsking = sources.toSorted((a, b) => Number(a.id === 'git') - Number(b.id === 'git'))

/** Optional parameters of a submitted URL. */
export interface Selection {
  /** Branch, tag, or commit of a git repository. */
  readonly branch?: string | undefined
}

/**
 * Parses a submitted URL, or a package URL such as `pkg:npm/express@4.16.0`, without network access. Throws ScanFailure
 * INVALID_URL with a message that explains what to write instead and never repeats user information (credentials) from
 * the URL.
 */
export function parseTarget(text: string, { branch }: Selection = {}): Target {
  const target = targetOf(text)
  return branch === undefined ? target : atBranch(target, branch)
}

/**
 * Parses a URL like `parseTarget`, or a short name such as `express@4`, `pypi:flask`, or `github:owner/repository`.
 * Short names are accepted only by the CLI and the library, because a name without a prefix would be ambiguous in the
 * service.
 */
export function parseTargetName(text: string): Target {
  return parseTarget(pageOfTargetName(checkedText(text)) ?? text)
}

/** Explains that a branch or commit requires a git repository. Returns undefined if the target is a repository. */
export function gitOnlyProblem({ type }: Target): string | undefined {
  const others = { folder: 'a folder', npm: 'an npm package', pypi: 'a PyPI package' } as const
  return type === 'git' ? undefined : `applies to git repositories only, and this is the URL of ${others[type]}`
}

/**
 * Describes what is wrong with a baseline commit or branch, as the end of a sentence. Returns undefined if it is valid.
 */
export function baselineProblem(target: Target, baseline: string): string | undefined {
  return gitOnlyProblem(target) ?? refNameProblem(baseline)
}

/** Describes what is wrong with a submitted branch, as the end of a sentence. Returns undefined if it is valid. */
export function branchProblem(target: Target, branch: string): string | undefined {
  if (target.type !== 'git') return gitOnlyProblem(target)
  if (target.ref !== undefined || target.treePath !== undefined)
    return 'is already in the URL; omit it, or submit the repository URL'
  return refNameProblem(branch)
}

/** Trims a string. Throws ScanFailure INVALID_URL if it is too long or not plain text. */
function checkedText(text: string): string {
  if (Buffer.byteLength(text) > urlLimits.maxUrlBytes)
    throw invalid(`The URL is longer than ${urlLimits.maxUrlBytes} bytes.`)
  // Rejected here because the URL parser would silently remove or encode these characters, while the original text is
  // stored and displayed.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw invalid('The URL contains control characters or invalid Unicode.')
  return text.trim()
}

function targetOf(text: string): Target {
  const trimmed = checkedText(text)
  const { address, ref } = /^pkg:/i.test(trimmed)
    ? { address: pageOfPackageUrl(trimmed), ref: undefined }
    : rewriteGitAddress(trimmed)
  const url = URL.parse(address)
  if (url === null) throw invalid(`This is not a complete URL. ${supported()}`)
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      'The URL contains user information. Remove the part before the @: credentials do not belong in URLs, ' +
        'and scans never use them.',
    )
  }
  if (url.protocol !== 'https:')
    throw invalid(`The URL must start with https://, so that no one can change the source in transit. ${supported()}`)
  for (const source of inOrderOfAsking) {
    const target = source.accepts(url)
    if (target !== undefined) return ref === undefined ? target : atBranch(target, ref)
  }
  throw invalid(`Assay cannot scan URLs at ${url.host}. ${supported()}`)
}

function atBranch(target: Target, branch: string): Target {
  const problem = branchProblem(target, branch)
  if (problem !== undefined || target.type !== 'git') throw invalid(`The branch ${problem}.`)
  return { ...target, ref: branch }
}

function supported(): string {
  return `Supported URLs: ${[...sources.flatMap(({ examples }) => examples), ...packageUrlExamples].join(', ')}.`
}

const invalid = (message: string) => new ScanFailure('INVALID_URL', message)
