import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const accounts = new Map(Object.entries(JSON.parse(readFileSync(process.env.ACCOUNTS_FILE ?? 'accounts.json', 'utf8'))))

export function accountOf(authorization = '') {
  const token = authorization.replace(/^Bearer /, '')
  return accounts.get(createHash('sha256').update(token).digest('hex'))
}
