import { z } from 'zod'
import type { DisputeRow } from '../../db/registry/disputes.ts'

/** A maintainer's public objection to a finding. */
export const DisputeAnswer = z
  .object({
    disputeId: z.uuid().meta({ description: 'Names the dispute.', examples: ['2f6d0a94-51c8-4e3b-9b07-c6a8d1e7f250'] }),
    fingerprint: z.string().meta({ description: 'The finding, as `fingerprint` of findings names it.' }),
    ruleId: z.string().meta({ description: 'The rule that reported it.' }),
    reason: z.string().meta({ description: 'What the maintainer says: the text of a stranger.' }),
    state: z
      .enum(['open', 'accepted', 'rejected', 'withdrawn'])
      .meta({ description: '`open`: waits for a review. No state moves a score.' }),
    review: z.string().optional().meta({ description: 'What the review says, once there was one.' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was opened.' }),
    reviewedAt: z.iso.datetime().optional().meta({ description: 'When it was reviewed.' }),
  })
  .meta({ id: 'Dispute', description: "A maintainer's public objection to a finding." })

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

/** What a finding is named by in a path or body. */
export const FingerprintText = z
  .string()
  .regex(/^[\w:.-]{1,200}$/, 'should be the `fingerprint` of a finding')
  .meta({
    description: 'The finding, as its `fingerprint` names it.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
