import type { Request } from 'express'
import type { Sessions } from '../../accounts/sessions.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { sessionTokenOf } from '../../api/session-cookie.ts'

/** Dependencies for reading the signed-in visitor. */
export interface SignedInContext {
  /** If absent, visitors cannot sign in. */
  readonly sessions?: Sessions | undefined
  /** Service base URL without trailing slash. */
  readonly publicUrl: string
}

/**
 * Returns a request's signed-in visitor, or undefined. `sessions.mayRead` decides which private sources the visitor can
 * read.
 */
export async function visitorOf(
  { sessions, publicUrl }: SignedInContext,
  { headers }: Pick<Request, 'headers'>,
): Promise<Visitor | undefined> {
  const token = sessionTokenOf(headers, publicUrl)
  return token === undefined ? undefined : sessions?.visitorOf(token)
}
