import { createHash } from 'node:crypto'
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import pg from 'pg'

const pool = new pg.Pool()

export const verifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const digest = createHash('sha256').update(token).digest('hex')
    const { rows } = await pool.query('SELECT client, tenant_id, expires FROM tokens WHERE digest = $1', [digest])
    const row = rows[0] as { client: string; tenant_id: string; expires: number } | undefined
    if (row === undefined) throw new InvalidTokenError('unknown token')
    return { token, clientId: row.client, scopes: [], expiresAt: row.expires, extra: { tenantId: row.tenant_id } }
  },
}
