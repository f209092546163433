import { recordAudit } from '../../accounts/audit.ts'
import { isUuid } from '../../api/v1/uuid-text.ts'
import { notFoundPage } from '../notice-page.ts'
import type { AccountRoutes } from './page-registration.ts'
import { sessionsPage } from './sessions-page.ts'

/** Serves the list of signed-in browsers, and the form that signs out a browser. */
export function serveSessions({ context, onPage, onForm, show }: AccountRoutes): void {
  const { sessions, db, now } = context
  onPage('/account/sessions', '/account/sessions', async ({ visitor }, frame) =>
    sessionsPage(frame, await sessions.list(visitor)),
  )
  onForm('/account/sessions/:sessionId/end', '/account/sessions', async (member) => {
    const { sessionId } = member.request.params
    if (typeof sessionId !== 'string' || !isUuid(sessionId) || !(await sessions.end(member.visitor, sessionId)))
      return show(member, notFoundPage, 404)
    await recordAudit(db, member.caller, { action: 'end-session', subject: 'a browser' }, now())
    member.response.redirect(303, '/account/sessions')
  })
}
