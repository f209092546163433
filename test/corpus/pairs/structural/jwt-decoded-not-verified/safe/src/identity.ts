import type { NextFunction, Request, Response } from 'express'
import jwt from 'jsonwebtoken'

const AUDIENCE = 'https://crm.example/mcp'
const publicKey = process.env.CRM_PUBLIC_KEY ?? ''

export function identity(req: Request, res: Response, next: NextFunction): void {
  const token = /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1]
  if (token === undefined) {
    res.sendStatus(401)
    return
  }
  try {
    const claims = jwt.verify(token, publicKey, { algorithms: ['RS256'], audience: AUDIENCE })
    res.locals.subject = claims.sub
  } catch {
    res.sendStatus(401)
    return
  }
  next()
}
