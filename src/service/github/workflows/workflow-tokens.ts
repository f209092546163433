import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { workflowTokenLimits } from './workflow-token-limits.ts'
import type { Network } from '../../../engine/net/network.ts'
import { createIssuerKeys } from './issuer-keys.ts'
import { WorkflowRefusal } from './workflow-refusal.ts'

/** A workflow run, as described by GitHub's identity token. */
export interface Workflow {
  readonly host: string
  readonly repositoryId: number
  /** GitHub ID of the user or organization that owns the repository. */
  readonly ownerId: number
  /** `OWNER/NAME` when the token was issued. */
  readonly repository: string
  /** Event that started the run, such as `push`. */
  readonly event: string
  /** GitHub ID of the run. Undefined if the token does not contain it. */
  readonly runId?: string | undefined
  /** Hash that identifies the token, which is accepted only once, and the time when it becomes invalid. */
  readonly token: { readonly hash: Buffer; readonly expiresAt: Date }
}

export interface WorkflowTokens {
  /** Returns the content of a token that was issued for this audience. Throws a WorkflowRefusal. */
  verify(token: string, audience: string): Promise<Workflow>
}

interface WorkflowTokensOptions {
  readonly network: Network
  /** Issuer URL without a trailing slash. */
  readonly issuer: string
  /** GitHub host of the issuer's repositories. */
  readonly host: string
  readonly now?: () => Date
}

/** GitHub writes numbers as strings ("OpenID Connect reference" in its documentation). */
const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

const Claims = z.object({
  // Must be a single audience, because a token that is valid elsewhere was not issued for this service.
  aud: z.string(),
  exp: z.number(),
  nbf: z.number(),
  jti: z.string().min(1).max(500),
  repository_id: number,
  repository_owner_id: number,
  repository: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  event_name: z.string().regex(/^\w{1,100}$/),
  run_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
})

const seconds = (ms: number) => ms / 1_000

/**
 * Creates a verifier that uses the issuer's published keys. Accepts only RS256, with a clock tolerance of one minute.
 */
export function createWorkflowTokens({
  network,
  issuer,
  host,
  now = () => new Date(),
}: WorkflowTokensOptions): WorkflowTokens {
  const keyOf = createIssuerKeys({ network, issuer, now: () => now().getTime() })
  const { maxClockSkewMs: skewMs, maxTokenAgeMs: tokenAgeMs } = workflowTokenLimits
  return {
    async verify(token, audience) {
      const payload = await payloadOf(token, { issuer, audience, keyOf, now: now() })
      const { data: claims } = Claims.safeParse(payload)
      if (!claims) throw refused('lacks claims that GitHub adds for workflows, or has more than one audience')
      const hash = createHash('sha256')
        .update(JSON.stringify([issuer, claims.jti]))
        .digest()
      const lastMs = Math.min(claims.exp * 1_000, now().getTime() + tokenAgeMs) + 2 * skewMs
      return {
        host,
        repositoryId: claims.repository_id,
        ownerId: claims.repository_owner_id,
        repository: claims.repository,
        event: claims.event_name,
        runId: claims.run_id,
        token: { hash, expiresAt: new Date(lastMs) },
      }
    },
  }

  async function payloadOf(
    token: string,
    given: { issuer: string; audience: string; keyOf: typeof keyOf; now: Date },
  ): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, given.keyOf, {
        algorithms: ['RS256'],
        issuer: given.issuer,
        audience: given.audience,
        clockTolerance: seconds(skewMs),
        // Reduced by the tolerance, because jose adds the tolerance to the maximum age.
        maxTokenAge: seconds(tokenAgeMs - skewMs),
        requiredClaims: ['exp', 'nbf', 'iat', 'jti'],
        currentDate: given.now,
      })
      return payload
    } catch (error) {
      if (error instanceof WorkflowRefusal) throw error
      throw refused(problemOf(error, given), error)
    }
  }
}

function refused(problem: string, cause?: unknown): WorkflowRefusal {
  return new WorkflowRefusal('UNAUTHORIZED', `The identity token ${problem}.`, { cause })
}

function problemOf(error: unknown, { issuer, audience }: { issuer: string; audience: string }): string {
  if (error instanceof errors.JWTExpired)
    return `has expired, or was issued more than ${seconds(workflowTokenLimits.maxTokenAgeMs) / 60} minutes ago`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'is not signed with RS256'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed)
    return `is not signed with a key of ${issuer}`
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'is not a valid JSON Web Token'
  if (error.claim === 'aud') return `was not issued for the audience ${audience}`
  if (error.claim === 'iss') return `was not issued by ${issuer}`
  if (error.reason === 'missing') return `has no ${error.claim} claim`
  return 'is not valid yet'
}
