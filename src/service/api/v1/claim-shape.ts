import { z } from 'zod'
import type { ClaimRow } from '../../db/registry/claims.ts'
import { claimFileNames } from '../../registry/maintainers/claim-file.ts'

/** An account's claim to maintain a server, with its verification state. */
export const ClaimAnswer = z
  .object({
    slug: z.string().meta({ description: 'Server slug.', examples: ['npm-mkdirp'] }),
    state: z.enum(['pending', 'verified', 'lost']).meta({
      description:
        'Claim state. `pending`: the claim has not been verified yet. `verified`: the last check succeeded. ' +
        '`lost`: the claim was verified, but a later check failed.',
    }),
    method: z.enum(['file', 'installation']).meta({
      description: 'Verification method: a claim file, or an installation of the GitHub App on the repository.',
    }),
    token: z.string().meta({
      description:
        'Token that the claim file must contain on a line of its own. The token is not secret, and it can ' +
        'verify claims only for this account.',
      examples: ['assay-claim-0123456789abcdefghijABCDEFGHIJ01'],
    }),
    files: z.array(z.string()).meta({
      description:
        'Allowed names for the claim file. The file must be in the root of the repository or package, or in ' +
        'the folder of the server. If the file is in a repository, it must be on the default branch. If the ' +
        'file is in a package, it must be in the current version.',
      examples: [[...claimFileNames]],
    }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the claim was created.' }),
    verifiedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the claim was verified. Omitted if the claim was not verified.' }),
    checkedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time of the last check. Verified claims are checked at least once a week.' }),
    lostAt: z.iso.datetime().optional().meta({ description: 'Time when the claim was lost.' }),
    failure: z.string().optional().meta({ description: 'Reason why the last check failed.' }),
  })
  .meta({
    id: 'Claim',
    description: "An account's claim that it maintains a server, with the verification state.",
  })

export function claimAnswer(
  slug: string,
  { method, token, createdAt, verifiedAt, checkedAt, revokedAt, failure }: ClaimRow,
): z.input<typeof ClaimAnswer> {
  return {
    slug,
    state: revokedAt ? 'lost' : verifiedAt ? 'verified' : 'pending',
    method,
    token,
    files: [...claimFileNames],
    createdAt: createdAt.toISOString(),
    ...(verifiedAt && { verifiedAt: verifiedAt.toISOString() }),
    ...(checkedAt && { checkedAt: checkedAt.toISOString() }),
    ...(revokedAt && { lostAt: revokedAt.toISOString() }),
    ...(failure !== null && { failure }),
  }
}
