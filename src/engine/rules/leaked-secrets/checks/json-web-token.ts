import type { Check } from '../credential.ts'

/** What a JSON Web Token says of itself, without asking whether its signature holds. */
export interface TokenClaims {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * The claims of a token in the compact form, or undefined where its parts are no JSON objects, or its header names no
 * algorithm.
 */
export function claimsOf(token: string): TokenClaims | undefined {
  const [header, payload] = token.split('.').slice(0, 2).map(objectOf)
  return header && payload && typeof header.alg === 'string' ? { header, payload } : undefined
}

/** Whether it is a signed token at all, and none of documentation, whose subject is 1234567890 as on jwt.io. */
export function isSignedToken(token: string): Check {
  const claims = claimsOf(token)
  if (!claims || claims.header.alg === 'none') return 'wrong'
  const { sub, name } = claims.payload
  return sub === '1234567890' || (typeof name === 'string' && /^(?:john|jane) doe$/i.test(name)) ? 'wrong' : 'unknown'
}

/** JSON in base64, as after the prefix of some tokens: undefined where it is no object. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
