import type { NextFunction, Request, Response } from 'express'
import jwt from 'jsonwebtoken'

const AUDIENCE = 'https://crm.example/mcp'

export function identity(req: Request, res: Response, next: NextFunction): void {
  const token = /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1]
  if (token === undefined) {
    res.sendStatus(401)
    return
  }
  const claims = jwt.decode(token)
  if (claims === null || typeof claims === 'string' || claims.aud !== AUDIENCE) {
    res.sendStatus(401)
    return
  }
  res.locals.subject = claims.sub
  next()
}
