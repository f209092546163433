import { connectionFailure } from '../../net/connection-failure.ts'
import type { Deadline } from '../../net/deadline.ts'
import { endpointOf, hostAndPort } from '../../net/destination.ts'
import { type Answer, exchange as exchangeOnce } from '../../net/exchange.ts'
import type { Agents } from '../../net/guarded-agent.ts'
import { firstHop } from '../../net/hop.ts'
import { NetworkFailure } from '../../net/network.ts'
import { outgoingLimits } from '../../net/outgoing-limits.ts'
import type { GitLimits } from './git-limits.ts'

type GitPurpose = 'source' | 'upstream'

/** What holds for all requests to one repository. */
export interface Exchanging {
  /** Connect to checked addresses only. */
  readonly agents: Readonly<Record<GitPurpose, Agents>>
  /** Selects the agents for an address. */
  purposeOf(url: URL): GitPurpose
  /** Hears the address behind each answer. */
  onAnswerFrom(address: string): void
  readonly deadline: Deadline
  readonly limits: GitLimits
}

export interface RemoteRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Sent by POST; without it the request is a GET. */
  readonly body?: string
}

/** Status and headers have come; the body is read to its end or destroyed. */
export interface RemoteAnswer {
  readonly status: number
  readonly headers: Answer['headers']
  /** The body under a bound in bytes; throws NetworkFailure, `too-large` past the bound. */
  body(maxBytes: number): AsyncGenerator<Buffer, void>
  destroy(): void
}

/**
 * Sends one request to an https address and waits for the head of the answer. Node verifies the
 * certificate by its own trust, the agent's guard decides about the address, no redirect is followed,
 * no proxy used. Throws NetworkFailure.
 */
export async function exchange(
  { url, headers, body }: RemoteRequest,
  { agents, purposeOf, onAnswerFrom, deadline, limits }: Exchanging,
): Promise<RemoteAnswer> {
  const subject = hostAndPort(endpointOf(url))
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new NetworkFailure('url-not-allowed', `${subject} requires an https URL without user information`)
  }
  const purpose = purposeOf(url)
  const hop = firstHop(url, purpose, {
    // Forges tell git from browsers by the agent; some serve pages or challenges to other clients.
    'user-agent': 'git/2.30.0 (assay)',
    accept: '*/*',
    ...headers,
  })
  const { connectTimeoutMs } = outgoingLimits
  const { responseTimeoutMs } = limits
  try {
    deadline.signal.throwIfAborted()
    const { status, headers, address, stream } = await exchangeOnce(
      hop,
      agents[purpose],
      { connectTimeoutMs: Math.min(connectTimeoutMs, responseTimeoutMs), responseTimeoutMs },
      deadline.signal,
      { plainAnswer: true, ...(body !== undefined && { method: 'POST', body: Buffer.from(body) }) },
    )
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
