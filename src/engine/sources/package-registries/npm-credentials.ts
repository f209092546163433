import type { NpmRegistryChoice } from './npm-registry-choice.ts'
import type { NpmSettings } from './npmrc.ts'

/** Matches a key such as `//host:port/path/:_authToken`. */
const credentialKey = /^(?<written>\/\/[^/]+(?:\/.*)?):(?<field>_authToken|_auth|username|_password)$/

/**
 * The operator's registry credentials, each for one host and path. Stored in private fields, which keeps them out of
 * logs and JSON.
 */
export class NpmCredentials {
  readonly #authorizations: ReadonlyMap<string, string>

  constructor(settings: NpmSettings = new Map()) {
    this.#authorizations = authorizationsIn(settings)
  }

  /**
   * Returns the `authorization` header for a request: the credential with the longest matching path. Returns a
   * credential only for origins that the operator has configured as a registry. npm's keys contain no protocol, so
   * without this check, a package author could make Assay send an https token over http.
   */
  for(url: URL, { registry, byScope }: NpmRegistryChoice): string | undefined {
    const isChosen = [registry, ...byScope.values()].some((address) => URL.parse(address)?.origin === url.origin)
    if (!isChosen || leavesItsPath(url.pathname)) return undefined
    let place = `//${url.host}${url.pathname}`.replace(/(?<!\/)\/+$/, '')
    while (place.length > 2) {
      const authorization = this.#authorizations.get(place)
      if (authorization !== undefined) return authorization
      place = place.slice(0, place.lastIndexOf('/')).replace(/(?<!\/)\/+$/, '')
    }
    return undefined
  }
}

/**
 * Reports whether an encoded path can escape its prefix. This is possible because some servers decode `%2f` before they
 * resolve `..`.
 */
const leavesItsPath = (path: string): boolean => /%(?:2f|5c)/i.test(path) && /\.\.|%2e/i.test(path)

function authorizationsIn(settings: NpmSettings): ReadonlyMap<string, string> {
  const fieldsByPlace = new Map<string, Map<string, string>>()
  for (const [key, value] of settings) {
    const { written, field } = credentialKey.exec(key)?.groups ?? {}
    if (written === undefined || field === undefined || value === '') continue
    const place = lowerCaseHost(written.replace(/\/$/, ''))
    const fields = fieldsByPlace.get(place) ?? new Map<string, string>()
    fields.set(field, value)
    fieldsByPlace.set(place, fields)
  }
  const authorizations = new Map<string, string>()
  for (const [place, fields] of fieldsByPlace) {
    const authorization = authorizationOf(fields)
    // A line break would inject headers. A value that still contains a variable is not a secret, because the variable
    // is not set.
    if (authorization !== undefined && /^[\x21-\x7e ]+$/.test(authorization) && !/\$\{[^}]*\}/.test(authorization))
      authorizations.set(place, authorization)
  }
  return authorizations
}

/**
 * Returns the header value. Like npm, prefers a token over an encoded pair, and an encoded pair over a user name with a
 * base64 password.
 */
function authorizationOf(fields: ReadonlyMap<string, string>): string | undefined {
  const [token, pair, username, password] = ['_authToken', '_auth', 'username', '_password'].map((field) =>
    fields.get(field),
  )
  if (token !== undefined) return `Bearer ${token}`
  if (pair !== undefined) return `Basic ${pair}`
  if (username === undefined || password === undefined) return undefined
  return `Basic ${Buffer.from(`${username}:${Buffer.from(password, 'base64').toString('utf8')}`).toString('base64')}`
}

/** Lowercases the host but not the path, which is case-sensitive. */
function lowerCaseHost(place: string): string {
  const end = place.indexOf('/', 2)
  return end < 0 ? place.toLowerCase() : place.slice(0, end).toLowerCase() + place.slice(end)
}
