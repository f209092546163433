import { connectionFailure } from '../../net/connection-failure.ts'
import type { Connections } from '../../net/connections.ts'
import type { Deadline } from '../../net/deadline.ts'
import { endpointOf, hostAndPort } from '../../net/destination.ts'
import type { Answer } from '../../net/exchange.ts'
import { firstHop } from '../../net/hop.ts'
import { NetworkFailure } from '../../net/network.ts'
import { outgoingLimits } from '../../net/outgoing-limits.ts'
import type { GitLimits } from './git-limits.ts'

type GitPurpose = 'source' | 'upstream'

/** Options shared by all requests to one repository. */
export interface Exchanging {
  readonly connections: Connections
  /** Selects the purpose of a request to a URL. */
  purposeOf(url: URL): GitPurpose
  /** Called with the IP address that the response came from. */
  onAnswerFrom(address: string): void
  readonly deadline: Deadline
  readonly limits: GitLimits
}

export interface RemoteRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Body of a POST request. If absent, the request is a GET. */
  readonly body?: string
}

/** Response whose status and headers have arrived. The body must be read to its end or destroyed. */
export interface RemoteAnswer {
  readonly status: number
  readonly headers: Answer['headers']
  /** Streams the body. Throws NetworkFailure `too-large` if it exceeds `maxBytes`. */
  body(maxBytes: number): AsyncGenerator<Buffer, void>
  destroy(): void
}

/**
 * Sends one request to an https URL and waits for the response headers. Node verifies the certificate with its own
 * trust store, and the guard of the connections checks the address. Does not follow redirects or use proxies. Throws
 * NetworkFailure.
 */
export async function exchange(
  { url, headers, body }: RemoteRequest,
  { connections, purposeOf, onAnswerFrom, deadline, limits }: Exchanging,
): Promise<RemoteAnswer> {
  const subject = hostAndPort(endpointOf(url))
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new NetworkFailure('url-not-allowed', `${subject} requires an https URL without user information`)
  }
  const purpose = purposeOf(url)
  const hop = firstHop(url, purpose, {
    // Forges recognize git by the user agent. Some serve pages or challenges to other clients.
    'user-agent': 'git/2.30.0 (assay)',
    accept: '*/*',
    ...headers,
  })
  const { connectTimeoutMs } = outgoingLimits
  const { responseTimeoutMs } = limits
  try {
    deadline.signal.throwIfAborted()
    const { status, headers, address, stream } = await connections.exchange(hop, {
      limits: { connectTimeoutMs: Math.min(connectTimeoutMs, responseTimeoutMs), responseTimeoutMs },
      signal: deadline.signal,
      sent: { plainAnswer: true, ...(body !== undefined && { method: 'POST', body: Buffer.from(body) }) },
    })
    onAnswerFrom(address)
    return {
      status,
      headers,
      body: (maxBytes) => bounded(stream, { maxBytes, subject, deadline }),
      destroy: () => void stream.destroy(),
    }
  } catch (error) {
    throw connectionFailure(error, subject, deadline)
  }
}

async function* bounded(
  stream: Answer['stream'],
  { maxBytes, subject, deadline }: { maxBytes: number; subject: string; deadline: Deadline },
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new NetworkFailure('too-large', `${subject} sent more than ${Math.ceil(maxBytes / 2 ** 20)} MiB`)
      yield chunk
    }
  } catch (error) {
    throw connectionFailure(error, subject, deadline)
  } finally {
    stream.destroy()
  }
}
