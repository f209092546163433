import type { Request, Response } from 'express'
import type { Caller } from '../accounts/authenticate.ts'
import { ApiError } from './api-error.ts'
import { type Authentication, callerOf, requireAccess } from './authentication.ts'
import type { Access, Connection } from './endpoint.ts'

export function connectionOf(
  authentication: Authentication,
  access: Access,
  caller: Caller | undefined,
  request: Request,
  response: Response,
): Connection {
  return new RequestConnection(response, headerOf(request, 'last-event-id'), async () => {
    try {
      const now = await callerOf(authentication, access, request)
      requireAccess(now, access)
      return now?.accountId === caller?.accountId
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  })
}

/**
 * A class, because V8 (13.6) allocates object literals with getters in the old generation. The request and response (13
 * kB) would then survive collections of the young generation.
 */
class RequestConnection implements Connection {
  readonly #response: Response
  readonly lastEventId: string | undefined
  readonly mayStill: () => Promise<boolean>
  #gone: AbortController | undefined

  constructor(response: Response, lastEventId: string | undefined, mayStill: () => Promise<boolean>) {
    this.#response = response
    this.lastEventId = lastEventId
    this.mayStill = mayStill
  }

  /** Created on first use, because few endpoints wait. Aborting a controller took 5 % of each request's CPU time. */
  get signal(): AbortSignal {
    if (this.#gone) return this.#gone.signal
    const gone = new AbortController()
    this.#gone = gone
    if (this.#response.destroyed) gone.abort()
    else this.#response.on('close', () => gone.abort())
    return gone.signal
  }
}

function headerOf({ headers }: Request, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
