import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'

const key = process.env.RULES_KEY
if (key === undefined || key.length < 20) throw new Error('RULES_KEY needs at least 20 characters')
const expected = createHash('sha256').update(key).digest()

export const keyRequired: RequestHandler = (req, res, next) => {
  const given = createHash('sha256').update(req.get('x-api-key') ?? '').digest()
  if (timingSafeEqual(given, expected)) next()
  else res.sendStatus(401)
}
