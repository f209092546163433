import type { IsInsider } from '../scan/scan-reader.ts'
import { type SignedInContext, visitorOf } from './visitor-of.ts'

/**
 * Returns a function that reports whether a visitor may see all scan details. These visitors are the account's
 * managers, and users who can read its private source on GitHub. Read access to a public source is not enough, because
 * finding details are withheld from the public.
 */
export function insiderOf(context: SignedInContext): IsInsider {
  return async (request, { accountId, githubRepositoryId, canonicalUrl, isPrivate, source }) => {
    const visitor = await visitorOf(context, request)
    if (!visitor || !context.sessions) return false
    if (visitor.accounts.some(({ id }) => id === accountId)) return true
    const isClosed = isPrivate === true || source?.isPrivate === true || source?.isInternal === true
    return isClosed && context.sessions.mayRead(visitor, { accountId, githubRepositoryId, canonicalUrl })
  }
}
