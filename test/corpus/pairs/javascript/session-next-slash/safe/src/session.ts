import { randomBytes } from 'node:crypto'
import { Router } from 'express'

function placeToReturn(next: unknown): string {
  if (typeof next === 'string' && /^\/(?![\/\\])[\w\-./?=&]*$/.test(next)) return next
  return '/'
}

export function sessionRouter(sessions: Set<string>): Router {
  const router = Router()
  router.post('/', (request, response) => {
    const session = randomBytes(16).toString('hex')
    sessions.add(session)
    response.cookie('session', session, { httpOnly: true, sameSite: 'lax' })
    response.redirect(303, placeToReturn(request.body.next))
  })
  return router
}
