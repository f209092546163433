import type { Check } from '../credential.ts'

/** Header and payload of a JSON Web Token. The signature is not verified. */
export interface TokenClaims {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * Returns the claims in a compact token, or undefined if its parts are not JSON objects or its header has no algorithm.
 */
export function claimsOf(token: string): TokenClaims | undefined {
  const [header, payload] = token.split('.').slice(0, 2).map(objectOf)
  return header && payload && typeof header.alg === 'string' ? { header, payload } : undefined
}

/**
 * Checks whether a string is a signed token. Rejects documentation tokens, and tokens in GitHub image links, which are
 * valid for one file and five minutes.
 */
export function isSignedToken(token: string): Check {
  const claims = claimsOf(token)
  if (!claims || claims.header.alg === 'none') return 'wrong'
  const { iss, aud } = claims.payload
  if (iss === 'github.com' && aud === 'raw.githubusercontent.com') return 'wrong'
  return isSample(claims.payload) ? 'wrong' : 'unknown'
}

/**
 * Reports whether claims are those of jwt.io's sample token, with the subject 1234567890 and the name John Doe. A token
 * that names its issuer's host or a Kubernetes service account belongs to a system, regardless of the name.
 */
function isSample({ sub, name, iss }: TokenClaims['payload']): boolean {
  if (typeof iss === 'string' && /^https:\/\/[\w-]+(?:\.[\w-]+)+/.test(iss) && !/\bexample\b/.test(iss)) return false
  if (typeof sub === 'string' && sub.startsWith('system:serviceaccount:')) return false
  return sub === '1234567890' || (typeof name === 'string' && /^(?:john|jane) doe$/i.test(name))
}

/** Returns the JSON object in a base64 string, as some tokens have after their prefix, or undefined if none exists. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
