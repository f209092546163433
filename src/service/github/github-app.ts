import { type KeyObject, sign } from 'node:crypto'
import type { GitHubApp } from '../../settings/github-settings.ts'

/** Lifetime of the JWT. GitHub accepts at most 10 minutes, and its clock may be behind. */
const lifetimeSeconds = 9 * 60
const clockSkewSeconds = 60

/**
 * Time for which a token is reused. Creating one takes 0.4 ms, as much as the rest of requesting an installation token.
 */
const usedSeconds = 60

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const lastTokens = new WeakMap<KeyObject, { readonly id: string; readonly token: string; readonly madeAt: number }>()

/**
 * Returns the JWT that authenticates the app itself, signed with RS256 (RFC 7515 section 3.1). See "Generating a JSON
 * Web Token (JWT) for a GitHub App" in GitHub's documentation. Cached in this process's memory.
 */
export function appToken({ id, privateKey }: Pick<GitHubApp, 'id' | 'privateKey'>, now = Date.now()): string {
  const nowSeconds = Math.floor(now / 1_000)
  const last = lastTokens.get(privateKey)
  if (last?.id === id && last.madeAt <= nowSeconds && nowSeconds - last.madeAt < usedSeconds) return last.token
  const signed =
    `${part({ alg: 'RS256', typ: 'JWT' })}` +
    `.${part({ iat: nowSeconds - clockSkewSeconds, exp: nowSeconds + lifetimeSeconds, iss: id })}`
  const token = `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  lastTokens.set(privateKey, { id, token, madeAt: nowSeconds })
  return token
}
