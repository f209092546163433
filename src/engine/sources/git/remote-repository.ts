import { setTimeout as pause } from 'node:timers/promises'
import { startDeadline } from '../../net/deadline.ts'
import { endpointOf, hostAndPort } from '../../net/destination.ts'
import { errorCode } from '../../net/error-code.ts'
import { redirectLocation } from '../../net/hop.ts'
import { NetworkFailure } from '../../net/network.ts'
import { isPublicAddress } from '../../net/public-address.ts'
import { isPassingError, isPassingStatus, pauseMs } from '../../net/retry.ts'
import type { GitAccess, GitCredential, GitReach } from '../source.ts'
import { type Advertisement, readAdvertisement } from './advertisement.ts'
import { forgeOf } from './forge.ts'
import type { GitLimits } from './git-limits.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import { type Exchanging, exchange, type RemoteAnswer } from './remote-exchange.ts'

/** Readable repository. Keeps its connections open until it is disposed. */
export interface RemoteRepository extends Disposable {
  /** URL after redirects, without `/info/refs`. */
  readonly address: URL
  readonly advertisement: Advertisement
  /** Reports whether any response so far came from a private address. */
  isInternal(): boolean
  /** Sends a protocol request and streams at most `maxBytes` of the response. */
  ask(body: string, maxBytes: number): AsyncGenerator<Buffer, void>
}

/**
 * The repository does not exist, or access is denied. Servers do not distinguish these cases, and neither does Assay.
 */
export interface Inaccessible {
  readonly inaccessible: true
  /** True if the repository is withheld for legal reasons (RFC 7725). Servers report this openly to everyone. */
  readonly legally: boolean
}

export interface Opening {
  readonly reach: GitReach
  readonly limits: GitLimits
  readonly signal: AbortSignal
  readonly access?: GitAccess | undefined
}

const service = 'git-upload-pack'
const inaccessibleStatuses = new Set([401, 403, 404, 410, 451])

/**
 * Opens a repository over smart HTTP, preferably with protocol version 2. Assay implements the protocol itself and uses
 * git only for work without network access. The address check therefore applies to every connection, no matter which
 * version of git is installed (`http.curloptResolve` was added in 2.37). Redirects and statuses are evaluated directly
 * instead of being guessed from messages, sizes are counted as data arrives, and no other program gets the credential.
 * Throws NetworkFailure, MalformedAnswer, and RemoteRefusal.
 */
export async function openRepository(repository: URL, opening: Opening): Promise<RemoteRepository | Inaccessible> {
  const { reach, limits, signal, access } = opening
  const connect = access !== undefined && 'connect' in access ? access.connect : reach.connect
  const credential = access !== undefined && 'connect' in access ? undefined : access
  const connections = connect({ keepAlive: true })
  let isInternal = false
  const deadline = startDeadline(limits.fetchTimeoutMs, signal, signal)
  const close = () => {
    deadline[Symbol.dispose]()
    connections[Symbol.dispose]()
  }
  const exchanging: Exchanging = {
    connections,
    // Chosen for each redirect, because the operator's GitHub host may redirect to any other host.
    purposeOf: ({ host }) => (host === reach.githubHost ? 'upstream' : 'source'),
    onAnswerFrom: (address) => {
      isInternal ||= !isPublicAddress(address)
    },
    deadline,
    limits,
  }
  try {
    let legally = false
    for (const address of spellings(repository, reach)) {
      const answer = await askForRefs(address, exchanging, credential)
      if (!('inaccessible' in answer)) return { ...answer, isInternal: () => isInternal, [Symbol.dispose]: close }
      legally ||= answer.legally
    }
    close()
    return { inaccessible: true, legally }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Returns the URLs to try. Known forges serve every repository with a `.git` suffix. On other hosts, the URL may be
 * correct with or without the suffix.
 */
function spellings(repository: URL, { githubHost }: GitReach): URL[] {
  const withSuffix = new URL(`${repository.href}.git`)
  return forgeOf(repository.hostname) === undefined && repository.host !== githubHost
    ? [repository, withSuffix]
    : [withSuffix]
}

async function askForRefs(
  address: URL,
  exchanging: Exchanging,
  credential: GitCredential | undefined,
): Promise<Pick<RemoteRepository, 'address' | 'advertisement' | 'ask'> | Inaccessible> {
  const { limits } = exchanging
  const headersFor = (url: URL) => ({
    'git-protocol': 'version=2',
    ...(credential !== undefined && url.origin === address.origin && { authorization: basic(credential) }),
  })
  const { answer, url } = await followRedirects(
    new URL(`${address.href}/info/refs?service=${service}`),
    headersFor,
    exchanging,
  )
  if (inaccessibleStatuses.has(answer.status)) {
    answer.destroy()
    return { inaccessible: true, legally: answer.status === 451 }
  }
  assertAnswered(answer, url, `application/x-${service}-advertisement`)
  const found = withoutSuffix(url)
  const advertisement = await readAdvertisement(answer.body(limits.maxListingBytes), limits)
  return {
    address: found,
    advertisement,
    async *ask(body, maxBytes) {
      const target = new URL(`${found.href}/${service}`)
      const answer = await exchange(
        {
          url: target,
          headers: {
            ...headersFor(target),
            ...(advertisement.version === 0 && { 'git-protocol': 'version=0' }),
            'content-type': `application/x-${service}-request`,
            accept: `application/x-${service}-result`,
          },
          body,
        },
        exchanging,
      )
      assertAnswered(answer, target, `application/x-${service}-result`)
      yield* answer.body(maxBytes)
    },
  }
}

/**
 * Sends the first request and follows its redirects, as git does. Forges respond with 301 for renamed repositories. The
 * guard checks each redirect target, and credentials are sent only to the host they belong to.
 */
async function followRedirects(
  first: URL,
  headersFor: (url: URL) => Record<string, string>,
  exchanging: Exchanging,
): Promise<{ answer: RemoteAnswer; url: URL }> {
  let url = first
  for (let redirects = 0; ; redirects++) {
    const answer = await requestWithRetry(url, headersFor(url), exchanging)
    const location = redirectLocation(answer.status, answer.headers.location)
    if (location === undefined) return { answer, url }
    answer.destroy()
    const from = hostAndPort(endpointOf(url))
    if (redirects >= exchanging.limits.maxRedirects)
      throw new NetworkFailure('too-many-redirects', `${from} redirects again after ${redirects} redirects`)
    url = redirected(url, location, from)
  }
}

function redirected(url: URL, location: string, from: string): URL {
  const next = URL.parse(location, url.href)
  if (next?.protocol !== 'https:' || next.username !== '' || next.password !== '') {
    throw new NetworkFailure(
      'url-not-allowed',
      `${from} redirects to a URL that is not https or that contains user information`,
    )
  }
  return next
}

/** Sends a request and retries it after temporary failures, like all other requests in this process. */
async function requestWithRetry(
  url: URL,
  headers: Record<string, string>,
  exchanging: Exchanging,
): Promise<RemoteAnswer> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= exchanging.limits.maxAttempts
    try {
      const answer = await exchange({ url, headers }, exchanging)
      if (isLast || !isPassingStatus(answer.status)) return answer
      answer.destroy()
    } catch (error) {
      if (isLast || !isPassingError(errorCode(error))) throw error
    }
    await pause(pauseMs(attempt), undefined, { signal: exchanging.deadline.signal }).catch(() => {})
  }
}

/** Removes `/info/refs`. Throws MalformedAnswer if a redirect dropped this suffix (gitprotocol-http(5)). */
function withoutSuffix(url: URL): URL {
  const suffix = '/info/refs'
  if (!url.pathname.endsWith(suffix))
    throw new MalformedAnswer('redirects to a page that is not a git repository, for example a sign-in page')
  return new URL(url.pathname.slice(0, -suffix.length), url.origin)
}

function assertAnswered(answer: RemoteAnswer, url: URL, mediaType: string): void {
  const { status, headers } = answer
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity'
  if (status === 200 && type === mediaType && !isEncoded) return
  answer.destroy()
  const host = hostAndPort(endpointOf(url))
  if (status !== 200) throw new NetworkFailure('connection-failed', `${host} returned HTTP status ${status}`)
  if (isEncoded) throw new MalformedAnswer('sent a response in an encoding that Assay did not request')
  throw new MalformedAnswer(
    type === 'text/plain'
      ? 'supports only the dumb HTTP protocol of git'
      : 'does not respond as a git server at this URL',
  )
}

const basic = ({ username, password }: GitCredential) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
