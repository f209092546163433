import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'

export const verifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const known = JSON.parse(await readFile('tokens.json', 'utf8')) as Record<string, { client: string; expires: number }>
    const entry = known[createHash('sha256').update(token).digest('hex')]
    if (entry === undefined) throw new InvalidTokenError('unknown token')
    return { token, clientId: entry.client, scopes: [], expiresAt: entry.expires }
  },
}
