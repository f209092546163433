import { ScanFailure } from '../model/failure.ts'
import { nearestName } from '../model/nearest-name.ts'
import type { PackageRegistryType } from '../model/target.ts'
import { hasDotSegment, packageNaming } from './package-naming.ts'
import { shownText } from './shown-text.ts'

const forges = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' } as const

/**
 * Returns the page URL for a short name, in the forms that users know from `npx`, `pip`, or `npm install`:
 *
 * - `express`, `express@4`, `@scope/name@next`, `npm:express@4.16.0`
 * - `flask==2.0`, `pypi:flask`, `pypi:flask==2.0`
 * - `github:owner/repository`, `github:owner/repository#branch`; also `gitlab:` and `bitbucket:`
 *
 * Returns undefined for any other string, which may be a URL. Throws ScanFailure INVALID_URL if a prefix is unknown, or
 * if a known prefix is followed by an invalid name.
 */
export function pageOfTargetName(text: string): string | undefined {
  const [, prefix = '', rest = ''] = /^([a-z]+):(?!\/\/)(.*)$/is.exec(text) ?? []
  const kind = prefix.toLowerCase()
  if (kind === 'npm' || kind === 'pypi') return pageOfPackage(kind, rest)
  if (kind === 'github' || kind === 'gitlab' || kind === 'bitbucket') return pageOfRepository(kind, rest)
  if (/^[a-z]{2,20}$/.test(kind) && !otherPrefixes.has(kind) && !followsHost.test(rest)) throw unknownPrefix(kind)
  if (/^[^\s/@:=<>]+==[^\s/]+$/.test(text)) return pageOfPackage('pypi', text)
  if (!/^(?:@[^\s/@:]+\/)?[^\s/@:=<>~!]+(?:@[^\s/@]+)?$/.test(text)) return undefined
  if (namesFile(text))
    throw invalid(
      `"${shownText(text)}" looks like the name of a file or a folder. To scan the npm package, use ` +
        `npm:${shownText(text)}.`,
    )
  return pageOfPackage('npm', text)
}

/**
 * Matches file names and extensions that a script may pass as arguments. In the wrong working folder, such a file does
 * not exist, so its name could be mistaken for a package name.
 */
const fileName = new RegExp(
  '^(?:(?:src|source|lib|apps?|server|client|dist|build|tests?|docs|packages|scripts)|' +
    String.raw`.*\.(?:[cm]?[jt]sx?|json|lock|ya?ml|toml|txt|xml|pyw?|md|zip|tgz|gz))$`,
  'i',
)

/** Reports whether a name without prefix and version is more likely a file or folder than a package. */
const namesFile = (text: string): boolean => fileName.test(text)

/** Returns the page URL of `name`, `name@version`, or `name==version`. */
function pageOfPackage(registry: PackageRegistryType, text: string): string {
  const separator = registry === 'pypi' && text.includes('==') ? text.indexOf('==') : text.indexOf('@', 1)
  const name = separator < 0 ? text : text.slice(0, separator)
  const version = separator < 0 ? '' : text.slice(separator).replace(/^(?:==|@)/, '')
  const { onePackage, normalName, pageUrl, versionUrl } = packageNaming[registry]
  if (!onePackage.test(name) || hasDotSegment(name) || hasDotSegment(version) || (separator >= 0 && version === ''))
    throw invalid(
      `"${shownText(text)}" is not a package name with an optional version. Use ` +
        `${registry === 'npm' ? 'npm:NAME or npm:NAME@VERSION' : 'pypi:NAME or pypi:NAME==VERSION'}.`,
    )
  const page = pageUrl(encodeURIComponent(normalName(name)).replace('%40', '@').replace('%2F', '/'))
  return version === '' ? page : versionUrl(page, version)
}

function pageOfRepository(forge: keyof typeof forges, text: string): string {
  const [, owner = '', name = '', ref = ''] = /^([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:#(.+))?$/.exec(text) ?? []
  if (owner === '' || hasDotSegment(`${owner}/${name}`))
    throw invalid(`"${shownText(text)}" is not a repository name. Use ${forge}:OWNER/REPOSITORY, or add #BRANCH.`)
  // In npm's syntax, `#` is followed by a branch, tag, or commit.
  return `git+https://${forges[forge]}/${owner}/${name}${ref === '' ? '' : `#${encodeURIComponent(ref)}`}`
}

/** Prefixes of package URLs and of other addresses, which `parseTarget` accepts or explains. */
const otherPrefixes: ReadonlySet<string> = new Set(['pkg', 'http', 'https', 'git', 'ssh', 'file', 'data', 'javascript'])

/** What follows a host or a user name instead of a prefix: a port, or a password and a host. */
const followsHost = /^\d|@/

const namePrefixes = ['npm', 'pypi', 'pkg', 'github', 'gitlab', 'bitbucket']

function unknownPrefix(prefix: string): ScanFailure {
  const nearest = nearestName(prefix, namePrefixes)
  const all = namePrefixes.map((name) => `${name}:`).join(', ')
  return invalid(
    `Unknown prefix "${prefix}:". ${nearest === undefined ? `Use one of: ${all}.` : `Did you mean "${nearest}:"?`}`,
  )
}

const invalid = (message: string) => new ScanFailure('INVALID_URL', message)
