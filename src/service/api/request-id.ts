import { randomUUID } from 'node:crypto'

/** A request id of ours, never a caller's: it stands in logs. */
export function newRequestId(): string {
  return `req_${randomUUID()}`
}
