import type { Request, Response } from 'express'
import type { Caller } from '../accounts/authenticate.ts'
import { ApiError } from './api-error.ts'
import { type Authentication, callerOf, requireAccess } from './authentication.ts'
import type { Access, Connection } from './endpoint.ts'

/** The connection of a request that was let in as this caller. */
export function connectionOf(authentication: Authentication, access: Access, caller: Caller | undefined, request: Request, response: Response): Connection {
  let gone: AbortController | undefined
  return {
    // Made when it is first asked for: few answers wait, and aborting one took a twentieth of the CPU of each request.
    get signal() {
      if (gone) return gone.signal
      gone = new AbortController()
      if (response.destroyed) gone.abort()
      else response.on('close', () => gone?.abort())
      return gone.signal
    },
    lastEventId: headerOf(request, 'last-event-id'),
    async mayStill() {
      try {
        const now = await callerOf(authentication, access, request)
        requireAccess(now, access)
        return now?.accountId === caller?.accountId
      } catch (error) {
        if (error instanceof ApiError) return false
        throw error
      }
    },
  }
}

function headerOf({ headers }: Request, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
