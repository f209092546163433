import { once } from 'node:events'
import type { Response } from 'express'
import type { Caller } from '../accounts/authenticate.ts'
import { limits } from '../model/limits.ts'
import { ApiError } from './api-error.ts'

/** An event as the HTML standard has them (server-sent events). */
export interface StreamedEvent {
  readonly id: number
  readonly event: string
  readonly data: unknown
}

/** What goes over a stream: events, a sign of life, or after how many milliseconds to come back. */
export type StreamPart = StreamedEvent | 'heartbeat' | { readonly retry: number }

/** How many streams of each account are open in this process. */
export type OpenStreams = Map<string, number>

/**
 * Sends a stream to its end, at the speed of its reader. `parts` are let go of when the reader goes away.
 * Throws RATE_LIMITED, before anything is sent, when the account has as many streams as there may be.
 */
export async function sendEventStream(response: Response, parts: AsyncIterable<StreamPart>, { open, caller }: { open: OpenStreams; caller: Caller }): Promise<void> {
  const { perAccount } = limits.eventStream
  const count = open.get(caller.accountId) ?? 0
  if (count >= perAccount) {
    throw new ApiError('RATE_LIMITED', `The account has ${perAccount} streams open, which is as many as there may be: end one first.`, { headers: { 'Retry-After': '60' } })
  }
  open.set(caller.accountId, count + 1)
  try {
    await send(response, parts)
  } finally {
    const left = (open.get(caller.accountId) ?? 1) - 1
    if (left > 0) open.set(caller.accountId, left)
    else open.delete(caller.accountId)
  }
}

async function send(response: Response, parts: AsyncIterable<StreamPart>): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  // The connection is not used again, so that a stop of the service waits for no idle one.
  response.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' })
  response.flushHeaders()
  try {
    for await (const part of parts) {
      if (gone.signal.aborted) return
      if (!response.write(textOf(part))) await once(response, 'drain', { signal: gone.signal })
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
  } finally {
    response.end()
  }
}

function textOf(part: StreamPart): string {
  if (part === 'heartbeat') return ': still here\n\n'
  if ('retry' in part) return `retry: ${part.retry}\n\n`
  // JSON has no line breaks outside of strings, and escapes those inside.
  return `id: ${part.id}\nevent: ${part.event}\ndata: ${JSON.stringify(part.data)}\n\n`
}

/** The number of the last event that a reader has seen; 0 for somebody who comes first. Throws INVALID_REQUEST. */
export function lastEventIdOf(header: string | undefined): number {
  if (header === undefined || header === '') return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const message = 'should be the id of an event of this stream'
  throw new ApiError('INVALID_REQUEST', `The header Last-Event-ID ${message}.`, { details: [{ path: 'header.Last-Event-ID', message }] })
}
