import { z } from 'zod'
import type { ServerWatchRow } from '../../db/registry/server-watches.ts'
import { slugLimits } from '../../registry/slug-limits.ts'

const slugText =
  'should be a slug such as npm-mkdirp or github-owner-repository: npm, pypi, github, gitlab, bitbucket, ' +
  'codeberg or git-HOST, then lower case, digits and dashes'

export const WatchParams = z.strictObject({
  slug: z
    .string()
    .max(slugLimits.maxCharacters)
    .regex(/^(?:npm|pypi|github|gitlab|bitbucket|codeberg|git)-[a-z0-9-]*[a-z0-9]$/, slugText)
    .meta({
      description: 'Names the server, such as `npm-NAME`, `pypi-NAME` or `github-OWNER-REPOSITORY`.',
      examples: ['npm-mkdirp'],
    }),
})

/** A server of which an account wants to hear. */
export const WatchAnswer = z
  .object({
    slug: z.string().meta({ description: 'Names the server.', examples: ['npm-mkdirp'] }),
    createdAt: z.iso.datetime().meta({ description: 'Since when it is watched.' }),
  })
  .meta({ id: 'Watch', description: 'A server of which the account wants to hear.' })

export function watchAnswer({ slug, createdAt }: ServerWatchRow): z.input<typeof WatchAnswer> {
  return { slug, createdAt: createdAt.toISOString() }
}
