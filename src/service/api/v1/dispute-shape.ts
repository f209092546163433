import { z } from 'zod'
import type { DisputeRow } from '../../db/registry/disputes.ts'

/** A public dispute of a finding by a maintainer. */
export const DisputeAnswer = z
  .object({
    disputeId: z
      .uuid()
      .meta({ description: 'Unique identifier of the dispute.', examples: ['2f6d0a94-51c8-4e3b-9b07-c6a8d1e7f250'] }),
    fingerprint: z.string().meta({ description: 'Fingerprint of the disputed finding.' }),
    ruleId: z.string().meta({ description: 'ID of the rule that reported the finding.' }),
    reason: z.string().meta({ description: 'Reason given by the maintainer. This text is untrusted.' }),
    state: z
      .enum(['open', 'accepted', 'rejected', 'withdrawn'])
      .meta({ description: 'State of the dispute. `open`: not reviewed yet. No state changes the score.' }),
    review: z.string().optional().meta({ description: 'Review by the operator. Omitted before the review.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the dispute was opened.' }),
    reviewedAt: z.iso.datetime().optional().meta({ description: 'Time when the dispute was reviewed.' }),
  })
  .meta({ id: 'Dispute', description: 'A public dispute of a finding by a maintainer.' })

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

/** The fingerprint of a finding in a path or body. */
export const FingerprintText = z
  .string()
  .regex(/^[\w:.-]{1,200}$/, 'should be the `fingerprint` of a finding')
  .meta({
    description: 'Fingerprint of the finding.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
