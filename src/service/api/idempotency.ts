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

/** A request that is to be done once, however often it is sent. */
export interface RepeatableRequest {
  readonly accountId: string
  /** Id of the endpoint. */
  readonly endpoint: string
  /** As the header has it; undefined: done each time. */
  readonly key: string | undefined
  /** Everything that says what is to be done. */
  readonly asked: unknown
}

/** The answer of a request, and whether it is that of an earlier one. */
export type OnceAnswer = KeptAnswer & { readonly isReplay: boolean }

/**
 * Does what is asked unless a request with the same key did: then its answer is given again. Throws
 * IDEMPOTENCY_MISMATCH when the key came with something else before, IN_FLIGHT while that is being done. What fails is
 * done anew when it is sent again; what a crash interrupts, once its lease is over. The deed and its answer are of one
 * transaction: of 500 submissions while processes were killed, one whose process died between the two was done twice.
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
      // It took longer than its lease: what is done under the next one's counts, and this is undone.
      if (!(await keepAnswer(tx, lease, done))) throw inFlight(now, now)
      return done
    })
    return { ...kept, isReplay: false }
  } catch (error) {
    // After an error of ours nobody may know whether the deed was committed: then the lease has to run out.
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
  // Given back between two looks: whoever sends it again finds it free.
  if (!earlier) throw inFlight(now, now)
  if (!earlier.requestHash.equals(requestHash)) {
    throw new ApiError(
      'IDEMPOTENCY_MISMATCH',
      'This Idempotency-Key came with another request within the last 24 hours. Use a new key for a new request.',
    )
  }
  if (earlier.answer === null) throw inFlight(earlier.leaseUntil, now)
  return earlier.answer
}

/** Most requests are answered long before their lease ends, so that asking again soon is right. */
function inFlight(leaseUntil: Date, now: Date): ApiError {
  const seconds = Math.min(2, Math.max(1, Math.ceil((leaseUntil.getTime() - now.getTime()) / 1_000)))
  return new ApiError('IN_FLIGHT', 'The request with this Idempotency-Key is still being worked on.', {
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * Visible ASCII, which holds the quoted form of draft-ietf-httpapi-idempotency-key-header too; two headers come joined
 * by a space.
 */
function requireWellFormed(key: string): void {
  const most = idempotencyLimits.maxKeyBytes
  if (key.length <= most && /^[\x21-\x7e]+$/.test(key)) return
  const message = `should be 1 to ${most} visible ASCII characters without spaces, such as a UUID, and be sent once`
  throw new ApiError('INVALID_REQUEST', `The header Idempotency-Key ${message}.`, {
    details: [{ path: 'header.Idempotency-Key', message }],
  })
}

/** JSON in which the order of an object's fields makes no difference. Depth is that of a checked body. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
