import { randomUUID } from 'node:crypto'

/** Creates a request ID. IDs are logged, so they never come from the client. */
export function newRequestId(): string {
  return `req_${randomUUID()}`
}
