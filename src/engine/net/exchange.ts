import { once } from 'node:events'
import type { Readable } from 'node:stream'
import got, { type Response } from 'got'
import type { outgoingLimits } from './outgoing-limits.ts'
import type { Agents } from './guarded-agent.ts'
import type { Hop } from './hop.ts'
import type { Purpose, SendMethod } from './network.ts'

/** Times in milliseconds, see `outgoingLimits`. */
export type OutgoingLimits = { readonly [Limit in keyof typeof outgoingLimits]: number }

/** Agents of every purpose. */
export type AgentsByPurpose = Readonly<Record<Purpose, Agents>>

/** Status and headers have come, the body waits: it is read to its end or the stream is destroyed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Response['headers']>
  readonly hop: Hop
  /** As sent, still encoded. */
  readonly stream: Readable
}

/** What makes a request another than a GET. */
export interface Sent {
  readonly method: SendMethod
  readonly body: Uint8Array
  /** The answer is wanted as it is, without a coding that would have to be undone. */
  readonly plainAnswer: boolean
}

/**
 * Sends one GET, or what there is to send, and waits for status and headers. Redirects, retries,
 * decoding and statuses are the caller's; of got this is the request itself, its timeouts and its
 * check of `content-length`.
 */
export async function exchange(
  hop: Hop,
  agents: AgentsByPurpose,
  limits: OutgoingLimits,
  signal: AbortSignal,
  sent?: Sent,
): Promise<Answer> {
  const stream = got.stream(hop.url, {
    ...(sent && { method: sent.method, body: sent.body }),
    // The codings that `body.ts` undoes; it refuses others.
    headers: { ...hop.headers, 'accept-encoding': sent?.plainAnswer ? 'identity' : 'gzip, br' },
    agent: { http: agents[hop.purpose].http, https: agents[hop.purpose].https },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: {
      lookup: limits.connectTimeoutMs,
      connect: limits.connectTimeoutMs,
      secureConnect: limits.connectTimeoutMs,
      response: limits.responseTimeoutMs,
      socket: limits.responseTimeoutMs,
    },
    signal,
  })
  // Between the answer and the reading of its body nobody else listens, and an unheard error ends the process.
  stream.on('error', () => {})
  const [response] = (await once(stream, 'response')) as [Response]
  return { status: response.statusCode, headers: response.headers, hop, stream }
}
