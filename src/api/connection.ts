import type { Request, Response } from 'express'
import type { Authenticate, Caller } from '../accounts/authenticate.ts'
import { ApiError } from './api-error.ts'
import { callerOf, requireAccess } from './authentication.ts'
import type { Access, Connection } from './endpoint.ts'

/** The connection of a request that was let in as this caller. */
export function connectionOf(authenticate: Authenticate, access: Access, caller: Caller | undefined, request: Request, response: Response): Connection {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  return {
    signal: gone.signal,
    lastEventId: request.get('last-event-id'),
    async mayStill() {
      try {
        const now = await callerOf(authenticate, access, request.headers)
        requireAccess(now, access)
        return now?.accountId === caller?.accountId
      } catch (error) {
        if (error instanceof ApiError) return false
        throw error
      }
    },
  }
}
