import type { Request } from 'express'
import type { Sessions } from '../../accounts/sessions.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { sessionTokenOf } from '../../api/session-cookie.ts'

/** What tells who is signed in. */
export interface SignedInContext {
  /** Absent: nobody signs in. */
  readonly sessions?: Sessions | undefined
  /** Without trailing slash. */
  readonly publicUrl: string
}

/**
 * Who is signed in with the browser that asks; undefined when nobody is. What a visitor may read beside is asked with
 * `sessions.mayRead`.
 */
export async function visitorOf(
  { sessions, publicUrl }: SignedInContext,
  { headers }: Pick<Request, 'headers'>,
): Promise<Visitor | undefined> {
  const token = sessionTokenOf(headers, publicUrl)
  return token === undefined ? undefined : sessions?.visitorOf(token)
}
