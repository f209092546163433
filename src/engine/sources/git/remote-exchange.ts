import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request as httpsRequest } from 'node:https'
import { connectionFailure } from '../../net/connection-failure.ts'
import type { Deadline } from '../../net/deadline.ts'
import { endpointOf, hostAndPort } from '../../net/destination.ts'
import { NetworkFailure } from '../../net/network.ts'
import type { GitLimits } from './git-limits.ts'

/** What holds for all requests to one repository. */
export interface Exchanging {
  /** Connects to checked addresses only. */
  agentFor(url: URL): Agent
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
  readonly headers: IncomingMessage['headers']
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
  { agentFor, onAnswerFrom, deadline, limits }: Exchanging,
): Promise<RemoteAnswer> {
  const subject = hostAndPort(endpointOf(url))
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new NetworkFailure(
      'url-not-allowed',
      `${subject} should be asked at an https address without user information`,
    )
  }
  const silence = () =>
    new NetworkFailure('timed-out', `${subject} was silent for ${limits.responseTimeoutMs / 1_000} s`)
  try {
    deadline.signal.throwIfAborted()
    const request = httpsRequest(url, {
      method: body === undefined ? 'GET' : 'POST',
      agent: agentFor(url),
      // Forges tell git from browsers by the agent; some serve pages or puzzles to everybody else.
      headers: {
        'user-agent': 'git/2.30.0 (assay)',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      timeout: limits.responseTimeoutMs,
      signal: deadline.signal,
    })
    let head: IncomingMessage | undefined
    request.on('timeout', () => (head ?? request).destroy(silence()))
    // Once the answer is there, its own stream tells of errors; an unheard one here would end the process.
    request.on('error', () => {})
    const upgraded = rejectionOfUpgrade(request, subject)
    request.end(body)
    const [response] = (await Promise.race([once(request, 'response', { signal: deadline.signal }), upgraded])) as [
      IncomingMessage,
    ]
    head = response
    response.on('error', () => {})
    onAnswerFrom(response.socket.remoteAddress ?? '')
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: (maxBytes) => bounded(response, { maxBytes, subject, deadline }),
      destroy: () => void response.destroy(),
    }
  } catch (error) {
    throw connectionFailure(error, subject, deadline)
  }
}

/**
 * To Node a 101 is no response: unheard, it closes the socket and says nothing more, not even when the deadline has
 * passed.
 */
function rejectionOfUpgrade(request: ClientRequest, subject: string): Promise<never> {
  return new Promise((_, reject) => {
    request.on('upgrade', (_response, socket) => {
      socket.on('error', () => {}).destroy()
      reject(
        new NetworkFailure('connection-failed', `${subject} answered with HTTP status 101, which nobody asked for`),
      )
    })
  })
}

async function* bounded(
  response: IncomingMessage,
  { maxBytes, subject, deadline }: { maxBytes: number; subject: string; deadline: Deadline },
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new NetworkFailure('too-large', `${subject} sent more than ${Math.ceil(maxBytes / 2 ** 20)} MiB`)
      yield chunk
    }
  } catch (error) {
    throw connectionFailure(error, subject, deadline)
  } finally {
    response.destroy()
  }
}
