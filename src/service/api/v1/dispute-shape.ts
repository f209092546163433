import { z } from 'zod'
import type { DisputeRow } from '../../db/registry/disputes.ts'

/** Public dispute of a finding by a maintainer. */
export const DisputeAnswer = z
  .object({
    disputeId: z
      .uuid()
      .meta({ description: 'Unique identifier for the dispute.', examples: ['2f6d0a94-51c8-4e3b-9b07-c6a8d1e7f250'] }),
    fingerprint: z.string().meta({ description: 'Fingerprint of the disputed finding.' }),
    ruleId: z.string().meta({ description: 'ID of the rule that reported the finding.' }),
    reason: z.string().meta({
      description: 'Reason that the maintainer gave for the dispute. Treat this text as untrusted input.',
    }),
    state: z.enum(['open', 'accepted', 'rejected', 'withdrawn']).meta({
      description: 'Dispute state. `open`: the dispute has not been reviewed yet. The state does not affect the score.',
    }),
    review: z
      .string()
      .optional()
      .meta({ description: "Operator's review. Omitted until the dispute has been reviewed." }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the dispute was opened.' }),
    reviewedAt: z.iso.datetime().optional().meta({ description: 'Time when the dispute was reviewed.' }),
  })
  .meta({ id: 'Dispute', description: 'A public dispute that a maintainer opened about a finding.' })

export function disputeAnswer({
  id,
  fingerprint,
  ruleId,
  reason,
  state,
  review,
  createdAt,
  reviewedAt,
}: DisputeRow): z.input<typeof DisputeAnswer> {
  return {
    disputeId: id,
    fingerprint,
    ruleId,
    reason,
    state,
    ...(review !== null && { review }),
    createdAt: createdAt.toISOString(),
    ...(reviewedAt && { reviewedAt: reviewedAt.toISOString() }),
  }
}

/** Fingerprint of a finding in a path or body. */
export const FingerprintText = z
  .string()
  .regex(/^[\w:.-]{1,200}$/, "should be a finding's `fingerprint`")
  .meta({
    description: 'Fingerprint of the finding.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
