import { timingSafeEqual, createHash } from 'node:crypto'

const key = process.env.PLAN_KEY
if (!key) throw new Error('PLAN_KEY is required')
const hash = (text) => createHash('sha256').update(text).digest()

export function checkKey(req, res, next) {
  const given = req.get('x-api-key')
  if (typeof given === 'string' && timingSafeEqual(hash(given), hash(key))) next()
  else res.sendStatus(401)
}
