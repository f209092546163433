import type { IsInsider } from '../scan/scan-reader.ts'
import { type SignedInContext, visitorOf } from './visitor-of.ts'

/**
 * Tells of whoever asks for a scan whether they see all of it: those who manage its account, and whoever GitHub lets
 * read its private source. Of a public source everybody may read the code, which makes nobody of them an insider: its
 * findings are published with care.
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
