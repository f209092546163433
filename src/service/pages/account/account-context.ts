import type { Request, Response } from 'express'
import type { AccountRow } from '../../db/accounts/accounts.ts'
import type { Caller } from '../../accounts/authenticate.ts'
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { ApiContext } from '../../api/endpoint.ts'
import type { SessionContext } from '../session/session-routes.ts'

/** What the pages of an account need: they do what they do through the endpoints of the API. */
export type AccountPagesContext = ApiContext &
  SessionContext & {
    /** Counts what a form costs as a request would. */
    readonly limiter: RateLimiter
  }

/** Somebody who is signed in and manages an account. */
export interface Member {
  readonly visitor: Visitor
  readonly account: AccountRow
  /** As endpoints know them. */
  readonly caller: Caller
  readonly request: Request
  readonly response: Response
}
