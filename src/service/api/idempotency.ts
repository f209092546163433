import { createHash, randomUUID } from 'node:crypto'
import {
  findIdempotencyKey,
  type KeptAnswer,
  keepAnswer,
  releaseIdempotencyKey,
  takeIdempotencyKey,
} from '../db/accounts/idempotency.ts'
import type { Database } from '../db/client.ts'
import { idempotencyLimits } from './idempotency-limits.ts'
import { ApiError } from './api-error.ts'

/** Request that must take effect only once, even if it is sent several times. */
export interface RepeatableRequest {
  readonly accountId: string
  /** Endpoint ID. */
  readonly endpoint: string
  /** Header value. Undefined if the request takes effect every time. */
  readonly key: string | undefined
  /** All parts of the request that determine its effect. */
  readonly asked: unknown
}

/** Response to a request. `isReplay` is true if an earlier request produced it. */
export type OnceAnswer = KeptAnswer & { readonly isReplay: boolean }

/**
 * Executes a request once per key. A later request with the same key gets the stored response. A failed request can be
 * sent again. After a crash, it can be sent again when its lease expires.
 *
 * The effect and the response are committed in one transaction. When they were not, 1 of 500 submissions took effect
 * twice in a test that killed processes.
 *
 * Throws IDEMPOTENCY_MISMATCH if the key was used with a different request, and IN_FLIGHT while the first request is
 * running.
 */
export async function doOnce(
  db: Database,
  { key, asked, ...place }: RepeatableRequest,
  answer: (tx: Database) => Promise<KeptAnswer>,
): Promise<OnceAnswer> {
  if (key === undefined) return { ...(await answer(db)), isReplay: false }
  requireWellFormed(key)
  const now = new Date()
  const later = (ms: number) => new Date(now.getTime() + ms)
  const requestHash = createHash('sha256').update(canonicalJson(asked)).digest()
  const lease = { ...place, key, leaseId: randomUUID() }
  const { leaseMs, retentionMs: keptMs } = idempotencyLimits
  const taken = await takeIdempotencyKey(
    db,
    { ...lease, requestHash, leaseUntil: later(leaseMs), expiresAt: later(keptMs) },
    now,
  )
  if (!taken) return { ...(await earlierAnswer(db, { ...place, key }, requestHash, now)), isReplay: true }
  try {
    const kept = await db.transaction(async (tx) => {
      const done = await answer(tx)
      // The request took longer than its lease, so another request may have taken effect. This one is rolled back.
      if (!(await keepAnswer(tx, lease, done))) throw inFlight(now, now)
      return done
    })
    return { ...kept, isReplay: false }
  } catch (error) {
    // After an internal error, it is unknown whether the transaction was committed. The lease must expire first.
    if (error instanceof ApiError) await releaseIdempotencyKey(db, lease)
    throw error
  }
}

async function earlierAnswer(
  db: Database,
  place: { accountId: string; endpoint: string; key: string },
  requestHash: Buffer,
  now: Date,
): Promise<KeptAnswer> {
  const earlier = await findIdempotencyKey(db, place)
  // The key was released between the two queries, so the next attempt can use it.
  if (!earlier) throw inFlight(now, now)
  if (!earlier.requestHash.equals(requestHash)) {
    throw new ApiError(
      'IDEMPOTENCY_MISMATCH',
      'This Idempotency-Key was already used with a different request within the last 24 hours. Use a new ' +
        'key for each new request.',
    )
  }
  if (earlier.answer === null) throw inFlight(earlier.leaseUntil, now)
  return earlier.answer
}

/** Suggests a short retry delay, because most requests finish long before their lease expires. */
function inFlight(leaseUntil: Date, now: Date): ApiError {
  const seconds = Math.min(2, Math.max(1, Math.ceil((leaseUntil.getTime() - now.getTime()) / 1_000)))
  return new ApiError(
    'IN_FLIGHT',
    'The request with this Idempotency-Key is still in progress. Retry after the number of seconds in ' +
      'Retry-After.',
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )
}

/**
 * Accepts visible ASCII, which includes the quoted form of draft-ietf-httpapi-idempotency-key-header. Node joins two
 * headers with a space, so they are rejected.
 */
function requireWellFormed(key: string): void {
  const most = idempotencyLimits.maxKeyBytes
  if (key.length <= most && /^[\x21-\x7e]+$/.test(key)) return
  const message =
    `should contain 1 to ${most} visible ASCII characters without spaces, for example a UUID, and should be ` +
    'sent only once'
  throw new ApiError('INVALID_REQUEST', `The Idempotency-Key header ${message}.`, {
    details: [{ path: 'header.Idempotency-Key', message }],
  })
}

/** Serializes a value with sorted object keys. Nesting depth is limited, because the body was validated. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
