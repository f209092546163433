import { ScanFailure } from '../../model/failure.ts'
import { forgeOf } from './forge.ts'

/** Git URL that was converted to https. */
export interface RewrittenAddress {
  readonly address: string
  /** Text after the `#`, which npm and pip interpret as a branch, tag, or commit. */
  readonly ref?: string
}

const scpLike = /^(?<user>[^\s/:@]+)@(?<host>[A-Za-z0-9.-]+):(?<path>\/?[^/\s].*)$/

/**
 * Converts `git@HOST:PATH`, `ssh://git@HOST/PATH`, `git://` on known forges, and the `git+` forms of npm and pip to an
 * https URL, provided that it denotes the same repository. Returns any other string unchanged. Throws ScanFailure
 * INVALID_URL with a message that never repeats user information (credentials) from the URL.
 */
export function rewriteGitAddress(text: string): RewrittenAddress {
  const scp = scpLike.exec(text)?.groups
  if (scp !== undefined) return { address: overHttps(scp['user'], scp['host'] ?? '', scp['path'] ?? '') }
  const isPackageForm = /^git\+/i.test(text)
  const url = URL.parse(isPackageForm ? text.slice('git+'.length) : text)
  if (url === null) return { address: text }
  if (url.protocol === 'ssh:') return { address: fromSsh(url), ...(isPackageForm && refOf(url)) }
  if (url.protocol === 'git:') return { address: fromGitProtocol(url) }
  return isPackageForm ? { address: url.href, ...refOf(url) } : { address: text }
}

function fromSsh(url: URL): string {
  if (url.password !== '') throw userInformation()
  if (url.port !== '' && url.port !== '22')
    throw invalid(
      `The URL contains the SSH port ${url.port}, which does not determine the https URL. Use ` +
        `https://${url.hostname}/… as on the repository page.`,
    )
  return overHttps(url.username, url.hostname, url.pathname)
}

/**
 * Converts a `git://` URL to https, because the git protocol is not encrypted. Forges that once supported it use the
 * same paths over https.
 */
function fromGitProtocol(url: URL): string {
  if (url.username !== '' || url.password !== '') throw userInformation()
  if (url.port !== '' || forgeOf(url.hostname) === undefined)
    throw invalid(
      'The git:// protocol is not encrypted, so an attacker could change the source in transit. Use the ' +
        'https:// URL of the repository.',
    )
  return `https://${url.hostname}${url.pathname}`
}

function overHttps(user: string | undefined, host: string, path: string): string {
  if (user !== 'git') throw userInformation()
  // `git@HOST:2222/…` is a path for ssh, but most users mean a port.
  if (/^\/*\d+\//.test(path) && forgeOf(host) === undefined)
    throw invalid(
      `The URL may contain a port, which does not determine the https URL. Use https://${host}/… as on the ` +
        'repository page.',
    )
  return `https://${host}/${path.replace(/^\/+/, '')}`
}

/** Returns the ref in the fragment. Neither pip's `#egg=NAME` nor npm's `#semver:RANGE` is a ref. */
function refOf({ hash }: URL): { ref?: string } {
  if (hash.startsWith('#semver:'))
    throw invalid('The URL contains a version range (#semver:). Name a branch, a tag, or a commit instead.')
  return hash.length > 1 && !/[=:]/.test(hash) ? { ref: decoded(hash.slice(1)) } : {}
}

/** Decodes a string. Keeps invalid percent-encoding, which is later rejected as part of a branch name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const userInformation = () =>
  invalid(
    'The URL contains user information other than the "git" in SSH URLs. Remove the part before the @ and ' +
      'use https://: credentials do not belong in URLs, and scans never use them.',
  )
const invalid = (message: string) => new ScanFailure('INVALID_URL', message)
