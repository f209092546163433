import type { MasterKey } from '../../accounts/master-key.ts'
import { seal, unseal } from '../../accounts/sealed.ts'
import { newToken } from '../../accounts/session-token.ts'
import { z } from 'zod'
import { sessionLimits } from '../../accounts/session-limits.ts'

const Attempt = z.strictObject({ state: z.string(), verifier: z.string(), next: z.string(), endsAt: z.int() })

/**
 * GitHub sign-in in progress. Kept in an encrypted cookie, so the service stores nothing and only the same browser can
 * finish the sign-in.
 */
export type Attempt = z.infer<typeof Attempt>

const owner = 'sign-in'

export function newAttempt(next: string, now: Date): Attempt {
  return { state: newToken(), verifier: newToken(), next, endsAt: now.getTime() + sessionLimits.signInTimeoutMs }
}

export function sealAttempt(masterKey: MasterKey, attempt: Attempt): string {
  return seal(masterKey.derive('github-sign-in'), owner, JSON.stringify(attempt)).toString('base64url')
}

/** Decrypts the attempt in a cookie. Returns undefined if the attempt expired or was not encrypted by this service. */
export function openAttempt(masterKey: MasterKey, cookie: string, now: Date): Attempt | undefined {
  if (!/^[\w-]{40,4000}$/.test(cookie)) return undefined
  try {
    const { data } = Attempt.safeParse(
      JSON.parse(unseal(masterKey.derive('github-sign-in'), owner, Buffer.from(cookie, 'base64url'))),
    )
    return data && data.endsAt > now.getTime() ? data : undefined
  } catch {
    return undefined
  }
}
