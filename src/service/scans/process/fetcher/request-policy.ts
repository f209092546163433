import type { Answer } from '../../../../engine/net/exchange.ts'
import { firstHop, type Hop, redirectLocation } from '../../../../engine/net/hop.ts'
import { NetworkFailure } from '../../../../engine/net/network.ts'
import type { GitCredential } from '../../../../engine/sources/source.ts'
import { fetchLimits } from './fetch-limits.ts'
import type { FetchRequest } from './fetch-messages.ts'

/** Credential of a session, and the repositories at which the fetcher uses it. */
export interface LentCredential {
  readonly authorization: string
  readonly origin: string
  /** Paths of the repository: with and without `.git`, and those to which its host redirects. */
  readonly paths: Set<string>
}

const [refs, pack] = ['/info/refs', '/git-upload-pack']
const advertisement = 'application/x-git-upload-pack-advertisement'

/** Returns the credential for a repository, as the fetcher keeps it. Throws if it is not an https URL. */
export function lentCredential(repository: URL, { username, password }: GitCredential): LentCredential {
  if (repository.protocol !== 'https:') throw new Error('a credential is only sent over https')
  const { origin, pathname } = repository
  return {
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    origin,
    paths: new Set([pathname, `${pathname}.git`]),
  }
}

/** Decides which requests of a scan process are sent, and with what privileges. */
export interface RequestPolicy {
  /**
   * Returns the request to send. Throws a NetworkFailure `url-not-allowed` for an invalid URL, and for a POST to
   * anything but a git server that has just offered a repository.
   *
   * @param packs URLs that git servers have offered on the same connections
   */
  hopOf(request: FetchRequest, packs: ReadonlySet<string>, lent: LentCredential | undefined): Hop
  /**
   * Remembers what a response allows later requests: POST requests to a repository that it offers, and the credential
   * at the path to which the host of a private repository redirects.
   */
  learn(answer: Answer, packs: Set<string>, lent: LentCredential | undefined): void
}

/**
 * Creates the policy of a fetcher. A hostile source may control the scan process, so the policy depends on the URL and
 * on responses, and on the request only if it lowers the privileges.
 *
 * @param upstreams URLs that the operator configured
 */
export function createRequestPolicy(upstreams: readonly string[]): RequestPolicy {
  const origins = new Set(upstreams.map((address) => new URL(address).origin))

  function hopOf(request: FetchRequest, packs: ReadonlySet<string>, lent: LentCredential | undefined): Hop {
    const { method, purpose } = request
    const hop = firstHop(request.url, purpose, present(request.headers))
    const { url, subject, headers } = hop
    if (method === 'POST' && !(url.protocol === 'https:' && url.search === '' && packs.has(url.href)))
      throw new NetworkFailure(
        'url-not-allowed',
        `${subject} has not offered a repository at the URL of a POST request`,
      )
    const mayUse = lent !== undefined && isRepository(lent, method === 'POST' ? pack : refs, url)
    return {
      ...hop,
      purpose: purpose === 'upstream' && origins.has(url.origin) ? 'upstream' : 'source',
      headers: mayUse ? { ...headers, authorization: lent.authorization } : headers,
    }
  }

  return { hopOf, learn }
}

function learn({ hop, status, headers }: Answer, packs: Set<string>, lent: LentCredential | undefined): void {
  const { url } = hop
  if (!url.pathname.endsWith(refs) || url.protocol !== 'https:') return
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (status === 200 && type === advertisement && packs.size < fetchLimits.maxRepositories)
    packs.add(`${url.origin}${withoutRefs(url)}${pack}`)
  // Only the host that has received the credential can name another path for it.
  if (!lent || hop.headers['authorization'] !== lent.authorization) return
  const location = redirectLocation(status, headers.location)
  const next = location === undefined ? null : URL.parse(location, url.href)
  if (next?.origin !== lent.origin || !next.pathname.endsWith(refs)) return
  if (lent.paths.size < fetchLimits.maxRepositories) lent.paths.add(withoutRefs(next))
}

const withoutRefs = ({ pathname }: URL): string => pathname.slice(0, -refs.length)

/** Reports whether the URL is a page of a repository for which the credential was lent. */
function isRepository({ origin, paths }: LentCredential, page: string, url: URL): boolean {
  return url.origin === origin && url.pathname.endsWith(page) && paths.has(url.pathname.slice(0, -page.length))
}

const present = (headers: FetchRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined))
