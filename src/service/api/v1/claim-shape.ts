import { z } from 'zod'
import type { ClaimRow } from '../../db/registry/claims.ts'
import { claimFileNames } from '../../registry/maintainers/claim-file.ts'

/** An account's word that it maintains a server, and how far that was shown. */
export const ClaimAnswer = z
  .object({
    slug: z.string().meta({ description: 'The server.', examples: ['npm-mkdirp'] }),
    state: z.enum(['pending', 'verified', 'lost']).meta({
      description:
        '`pending`: not shown yet. `verified`: it was shown and holds. `lost`: it was shown once and does ' +
        'not hold any more.',
    }),
    method: z
      .enum(['file', 'installation'])
      .meta({ description: 'How it is shown: by the file, or by the GitHub App in the repository.' }),
    token: z.string().meta({
      description: 'What a line of the file has to be. It is no secret, and shows nothing for another account.',
      examples: ['assay-claim-0123456789abcdefghijABCDEFGHIJ01'],
    }),
    files: z.array(z.string()).meta({
      description:
        'Names that the file may have, in the root of the repository or package, or in the folder of the ' +
        'repository that the server is. In a repository it has to be on the default branch, in a package in ' +
        'its current version.',
      examples: [[...claimFileNames]],
    }),
    createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
    verifiedAt: z.iso.datetime().optional().meta({ description: 'Since when it is shown.' }),
    checkedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'When it was last looked at. Those that hold are looked at again each week.' }),
    lostAt: z.iso.datetime().optional().meta({ description: 'When it was lost.' }),
    failure: z.string().optional().meta({ description: 'Why the last look did not show it.' }),
  })
  .meta({ id: 'Claim', description: "An account's word that it maintains a server, and how far that was shown." })

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
