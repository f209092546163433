import type { Request, Response } from 'express'
import type { AccountRow } from '../../db/accounts/accounts.ts'
import type { Caller } from '../../accounts/authenticate.ts'
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { ApiContext } from '../../api/endpoint.ts'
import type { SessionContext } from '../session/session-routes.ts'

/** Dependencies of the account pages. The pages act through the API endpoints. */
export type AccountPagesContext = ApiContext &
  SessionContext & {
    /** Rate limiter for accounts, used by forms that cost a request. */
    readonly limiter: RateLimiter
  }

/** Signed-in visitor who manages an account. */
export interface Member {
  readonly visitor: Visitor
  readonly account: AccountRow
  /** The visitor, as a caller of API endpoints. */
  readonly caller: Caller
  readonly request: Request
  readonly response: Response
}
