import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { WebhookAttemptRow } from './attempts.ts'
import type { WebhookDeliveryRow } from './deliveries.ts'

/** Result of an attempt, and its delivery's resulting state. */
export interface AttemptRecord extends Omit<WebhookAttemptRow, 'number' | 'status'> {
  /** Identifies the claim. After its lease has expired, another process may have taken the delivery. */
  readonly leaseUntil: Date
  /** HTTP status of the response. */
  readonly answerStatus: number | null
  readonly status: WebhookDeliveryRow['status']
  readonly step: number
  readonly nextAttemptAt: Date | null
  readonly endedAt: Date | null
}

/**
 * Records ended attempts in one transaction. Returns the recorded deliveries. Skips deliveries that were deleted or
 * whose lease was lost.
 */
export async function recordAttempts(db: Database, records: readonly AttemptRecord[]): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    with record as (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as record (
        "deliveryId" uuid, "leaseUntil" timestamptz, status text, step int, "nextAttemptAt" timestamptz,
        "endedAt" timestamptz,
        "startedAt" timestamptz, "durationMs" int, "answerStatus" int, failure text, "responseHead" text)
    ), updated as (
      update webhook_deliveries delivery
      set status = record.status, step = record.step, attempts = delivery.attempts + 1,
      next_attempt_at = record."nextAttemptAt", lease_until = null, ended_at = record."endedAt"
      from record
      where delivery.id = record."deliveryId" and delivery.status = 'waiting' and delivery.next_attempt_at is null
      and delivery.lease_until = record."leaseUntil"
      returning delivery.id, delivery.attempts - 1 as number
    ), kept as (
      insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status, failure, response_head)
      select updated.id, updated.number, record."startedAt", record."durationMs", record."answerStatus",
      record.failure, record."responseHead"
      from updated join record on record."deliveryId" = updated.id
    )
    select id from updated`)
  return new Set(rows.map(({ id }) => id))
}
