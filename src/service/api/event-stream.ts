import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Response } from 'express'
import type { Database } from '../db/client.ts'
import { releaseStreamSlot, renewStreamSlot, type StreamSlot, insertStreamSlot } from '../db/open-streams.ts'
import { eventStreamLimits } from './event-stream-limits.ts'
import { ApiError } from './api-error.ts'

/** Server-sent event, as defined in the HTML standard. */
export interface StreamedEvent {
  readonly id: number
  readonly event: string
  readonly data: unknown
}

/** Part of a stream: an event, a heartbeat, or a reconnection time in milliseconds with the last event ID. */
export type StreamPart = StreamedEvent | 'heartbeat' | { readonly retry: number; readonly after?: number }

/** Durations in milliseconds. A slot is valid for `leaseMs` and renewed every `permissionCheckMs`. */
export type StreamPace = Readonly<Record<'maxDurationMs' | 'permissionCheckMs' | 'leaseMs', number>>

/**
 * Acquires a stream slot for an account or address, across all processes. The caller must then call `sendEventStream`.
 * Throws RATE_LIMITED if no slot is free.
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
    : ['This IP address (without an API key)', eventStreamLimits.maxPerAddress]
  const place = { id: randomUUID(), subject }
  if (await insertStreamSlot(db, place, { most, forMs: leaseMs })) return place
  throw new ApiError(
    'RATE_LIMITED',
    `${who} has reached the limit of ${most} open streams${ofWorkflow ? ' for workflows' : ''}. Close a ` +
      'stream first.',
    { headers: { 'Retry-After': '60' } },
  )
}

/**
 * Sends a stream at its reader's speed and releases the slot at the end. Closes `parts` if the client disconnects. A
 * client that stops reading is disconnected after the maximum duration.
 */
export async function sendEventStream(
  response: Response,
  parts: AsyncIterable<StreamPart>,
  { db, place, pace = eventStreamLimits }: { db: Database; place: StreamSlot; pace?: StreamPace },
): Promise<void> {
  const cutOff = () => void response.destroy()
  // The renewal fails if the database was unavailable or the process was suspended. In that case, the slot is lost.
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
    // Released before the connection ends, because a service shutdown waits for connections. If the release fails, the
    // slot becomes free when its lease expires.
    await releaseStreamSlot(db, place).catch(() => {})
    response.end()
  }
}

async function send(response: Response, parts: AsyncIterable<StreamPart>): Promise<void> {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.on('close', () => gone.abort())
  // The connection is closed, because a service shutdown would wait for an idle connection.
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
  // An ID without data does not dispatch an event. The client sends the ID when it reconnects.
  if ('retry' in part) return `${part.after === undefined ? '' : `id: ${part.after}\n`}retry: ${part.retry}\n\n`
  // JSON escapes line breaks inside strings, and `JSON.stringify` adds none outside.
  return `id: ${part.id}\nevent: ${part.event}\ndata: ${JSON.stringify(part.data)}\n\n`
}

/** Returns the number of the last event received by the client, or 0 for a new client. Throws INVALID_REQUEST. */
export function lastEventIdOf(header: string | undefined): number {
  if (header === undefined || header === '') return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const message = 'should be the ID of an event in this stream'
  throw new ApiError('INVALID_REQUEST', `The Last-Event-ID header ${message}.`, {
    details: [{ path: 'header.Last-Event-ID', message }],
  })
}
