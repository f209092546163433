import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Response } from 'express'
import type { Database } from '../db/client.ts'
import { releaseStreamSlot, renewStreamSlot, type StreamSlot, insertStreamSlot } from '../db/open-streams.ts'
import { eventStreamLimits } from './event-stream-limits.ts'
import { ApiError } from './api-error.ts'

/** An event as the HTML standard has them (server-sent events). */
export interface StreamedEvent {
  readonly id: number
  readonly event: string
  readonly data: unknown
}

/**
 * What goes over a stream: events, a sign of life, or after how many milliseconds to come back, and from which event
 * on.
 */
export type StreamPart = StreamedEvent | 'heartbeat' | { readonly retry: number; readonly after?: number }

/** How long and how often, in milliseconds: a place lasts `leaseMs` and is renewed every `permissionCheckMs`. */
export type StreamPace = Readonly<Record<'maxDurationMs' | 'permissionCheckMs' | 'leaseMs', number>>

/**
 * Takes a place among the streams of an account or address, in all processes together. Throws
 * RATE_LIMITED when they have as many open as there may be. What is taken has to be sent.
 */
export async function acquireStreamSlot(
  db: Database,
  subject: string,
  {
    leaseMs = eventStreamLimits.leaseMs,
    ofWorkflow = false,
  }: { readonly leaseMs?: number; readonly ofWorkflow?: boolean } = {},
): Promise<StreamSlot> {
  const [who, most] = subject.startsWith('account:')
    ? ['The account', ofWorkflow ? eventStreamLimits.maxPerAccountsWorkflows : eventStreamLimits.maxPerAccount]
    : ['This address, without an API key,', eventStreamLimits.maxPerAddress]
  const place = { id: randomUUID(), subject }
  if (await insertStreamSlot(db, place, { most, forMs: leaseMs })) return place
  throw new ApiError(
    'RATE_LIMITED',
    `${who} has ${most} streams open, which is as many as there may ` +
      `be${ofWorkflow ? ' for a workflow to open one' : ''}: end one first.`,
    { headers: { 'Retry-After': '60' } },
  )
}

/**
 * Sends a stream to its end, at the speed of its reader, and frees its place. `parts` are let go of when
 * the reader goes away. A reader who takes nothing any more is cut off when the time of a stream is over.
 */
export async function sendEventStream(
  response: Response,
  parts: AsyncIterable<StreamPart>,
  { db, place, pace = eventStreamLimits }: { db: Database; place: StreamSlot; pace?: StreamPace },
): Promise<void> {
  const cutOff = () => void response.destroy()
  // Who could not renew the place, because the database was away or this process slept, has lost it.
  const renewal = setInterval(
    () => void renewStreamSlot(db, place, { forMs: pace.leaseMs }).then((isOurs) => isOurs || cutOff(), cutOff),
    pace.permissionCheckMs,
  )
  const end = setTimeout(cutOff, pace.maxDurationMs + pace.permissionCheckMs)
  try {
    await send(response, parts)
  } finally {
    clearInterval(renewal)
    clearTimeout(end)
    // Before the connection ends, for which a stop of the service waits. A place that cannot be freed is free when its
    // lease is over.
    await releaseStreamSlot(db, place).catch(() => {})
    response.end()
  }
}

async function send(response: Response, parts: AsyncIterable<StreamPart>): Promise<void> {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.on('close', () => gone.abort())
  // The connection is not used again, so that a stop of the service waits for no idle one.
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  })
  response.flushHeaders()
  try {
    for await (const part of parts) {
      if (gone.signal.aborted) return
      if (!response.write(textOf(part))) await once(response, 'drain', { signal: gone.signal })
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}

function textOf(part: StreamPart): string {
  if (part === 'heartbeat') return ': still here\n\n'
  // An id without data makes no event: it is what the reader names when it comes back.
  if ('retry' in part) return `${part.after === undefined ? '' : `id: ${part.after}\n`}retry: ${part.retry}\n\n`
  // JSON has no line breaks outside of strings, and escapes those inside.
  return `id: ${part.id}\nevent: ${part.event}\ndata: ${JSON.stringify(part.data)}\n\n`
}

/** The number of the last event that a reader has seen; 0 for somebody who comes first. Throws INVALID_REQUEST. */
export function lastEventIdOf(header: string | undefined): number {
  if (header === undefined || header === '') return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const message = 'should be the id of an event of this stream'
  throw new ApiError('INVALID_REQUEST', `The header Last-Event-ID ${message}.`, {
    details: [{ path: 'header.Last-Event-ID', message }],
  })
}
