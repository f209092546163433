import { readFileSync } from 'node:fs'

const file = process.env.SESSIONS_FILE ?? '/run/team-wiki/sessions.json'
const sessions = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))

export function requireSession(req, res, next) {
  const cookie = /(?:^|;\s*)session=([0-9a-f]{64})(?:;|$)/.exec(req.headers.cookie ?? '')
  const user = cookie ? sessions.get(cookie[1]) : undefined
  if (!user) return res.sendStatus(401)
  req.user = user
  next()
}
