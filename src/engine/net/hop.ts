import { endpointOf, hostAndPort } from './destination.ts'
import { NetworkFailure, type Purpose } from './network.ts'

/** One request of the chain that redirects make. */
export interface Hop {
  readonly url: URL
  readonly purpose: Purpose
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Host and port, for messages. */
  readonly subject: string
}

/** The first request. Throws a NetworkFailure `url-not-allowed`. */
export function firstHop(address: string | URL, purpose: Purpose, headers: Readonly<Record<string, string>>): Hop {
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const url = outgoingUrl(address)
  return { url, purpose, headers: Object.fromEntries(lowerCased), subject: subjectOf(url) }
}

/**
 * Where an answer sends its reader, if it does (RFC 9110 section 15.4; 300 leaves the choice to people, 305 is gone).
 */
export function redirectLocation(status: number, location: string | undefined): string | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  // Node reads headers as Latin-1; servers that do not percent-encode send UTF-8.
  return Buffer.from(location, 'latin1').toString()
}

/**
 * The request that follows a redirect. `upstreams` are the origins that the operator configured: one
 * of them that redirects elsewhere lends neither its credentials nor the networks that are open for
 * it to the address that it names, and what is lost does not come back. Throws a NetworkFailure
 * `url-not-allowed`.
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
 * Registries and forges take credentials in many headers (`authorization`, `cookie`, `private-token`,
 * `x-jfrog-art-api`, `npm-otp`), so what may follow to another origin is listed, not what may not.
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
 * Parses an address that we are about to contact. WHATWG URL has by then turned decimal, octal,
 * hexadecimal and shortened spellings of IPv4 into four octets; the dot that may end a name is
 * dropped so that a host has one spelling. Messages never repeat what could hold a password.
 */
function outgoingUrl(address: string | URL, from?: Hop): URL {
  const parsed = URL.parse(String(address), from?.url.href)
  const whose = from === undefined ? 'The URL' : `The URL to which ${from.subject} redirects`
  if (parsed === null) throw new NetworkFailure('url-not-allowed', `${whose} is invalid`)
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
