import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text) => createHash('sha256').update(text).digest()

export function requireToken(token) {
  if (!token) throw new Error('FACTORY_TOKEN is not set')
  const expected = digest(`Bearer ${token}`)
  return (req, res, next) => {
    if (timingSafeEqual(digest(req.get('authorization') ?? ''), expected)) return next()
    res.status(401).set('www-authenticate', 'Bearer').end()
  }
}
