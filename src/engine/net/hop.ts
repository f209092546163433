import { endpointOf, hostAndPort } from './destination.ts'
import { NetworkFailure, type Purpose } from './network.ts'

/** Maximum length of a URL, also after a redirect. Servers rarely accept more than 8 KiB. */
export const maxUrlCharacters = 16 * 1024

/** One request in a chain of redirects. */
export interface Hop {
  readonly url: URL
  readonly purpose: Purpose
  /** Headers with lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  /** Host and port, for messages. */
  readonly subject: string
}

/** Creates the first request. Throws a NetworkFailure `url-not-allowed`. */
export function firstHop(address: string | URL, purpose: Purpose, headers: Readonly<Record<string, string>>): Hop {
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const url = outgoingUrl(address)
  return { url, purpose, headers: Object.fromEntries(lowerCased), subject: subjectOf(url) }
}

/**
 * Returns the target if the response is a redirect (RFC 9110 section 15.4). 300 requires a choice by the user, and 305
 * is obsolete.
 */
export function redirectLocation(status: number, location: string | undefined): string | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  // Node decodes headers as Latin-1. Servers that do not percent-encode send UTF-8.
  return Buffer.from(location, 'latin1').toString()
}

/**
 * Creates the request after a redirect. `upstreams` are the configured origins. If one of them redirects elsewhere, the
 * target receives neither its credentials nor access to its allowed networks, and later redirects do not restore them.
 * Throws a NetworkFailure `url-not-allowed`.
 */
export function nextHop(hop: Hop, location: string, upstreams: ReadonlySet<string>): Hop {
  const url = outgoingUrl(location, hop)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new NetworkFailure(
      'url-not-allowed',
      `${hop.subject} redirects from https to http at ${hostAndPort(endpointOf(url))}, where an attacker ` +
        'could change the response in transit',
    )
  }
  if (url.origin === hop.url.origin) return { ...hop, url }
  const purpose = hop.purpose === 'upstream' && !upstreams.has(url.origin) ? 'source' : hop.purpose
  return { url, purpose, headers: withoutCredentials(hop.headers), subject: subjectOf(url) }
}

const subjectOf = (url: URL) => hostAndPort(endpointOf(url))

/**
 * Headers that may be sent to other origins. This is an allowlist, because registries and forges accept credentials in
 * many headers (`authorization`, `cookie`, `private-token`, `x-jfrog-art-api`, `npm-otp`).
 */
const followsAnywhere = new Set([
  'accept',
  'accept-language',
  'user-agent',
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
])

const withoutCredentials = (headers: Hop['headers']): Hop['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => followsAnywhere.has(name)))

/**
 * Parses and normalizes a request URL. WHATWG URL converts decimal, octal, hexadecimal, and shortened notations of IPv4
 * to four octets. The trailing dot of a name is removed, so that each host has one spelling. Messages never repeat
 * parts that could contain a password.
 */
function outgoingUrl(address: string | URL, from?: Hop): URL {
  const parsed = URL.parse(String(address), from?.url.href)
  const whose = from === undefined ? 'The URL' : `The URL to which ${from.subject} redirects`
  if (parsed === null) throw new NetworkFailure('url-not-allowed', `${whose} is invalid`)
  if (parsed.href.length > maxUrlCharacters)
    throw new NetworkFailure('url-not-allowed', `${whose} is longer than ${maxUrlCharacters} characters`)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new NetworkFailure('url-not-allowed', `${whose} must start with https:// or http://, not ${parsed.protocol}`)
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new NetworkFailure(
      'url-not-allowed',
      `${whose} must not contain user information (the part before @${parsed.host})`,
    )
  }
  parsed.hostname = parsed.hostname.replace(/\.$/, '')
  parsed.hash = ''
  return parsed
}
