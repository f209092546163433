import { randomUUID } from 'node:crypto'

/** Creates a request ID. It is never taken from the client because it is written to logs. */
export function newRequestId(): string {
  return `req_${randomUUID()}`
}
