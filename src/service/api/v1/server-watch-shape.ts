import { z } from 'zod'
import type { ServerWatchRow } from '../../db/registry/server-watches.ts'
import { slugLimits } from '../../registry/slug-limits.ts'

const slugText =
  'should be a slug, for example npm-mkdirp or github-owner-repository: npm, pypi, github, gitlab, ' +
  'bitbucket, codeberg, or git-HOST, followed by lowercase letters, digits, and dashes'

export const WatchParams = z.strictObject({
  slug: z
    .string()
    .max(slugLimits.maxCharacters)
    .regex(/^(?:npm|pypi|github|gitlab|bitbucket|codeberg|git)-[a-z0-9-]*[a-z0-9]$/, slugText)
    .meta({
      description: 'Server slug, for example `npm-NAME`, `pypi-NAME`, or `github-OWNER-REPOSITORY`.',
      examples: ['npm-mkdirp'],
    }),
})

/** Server watched by an account. */
export const WatchAnswer = z
  .object({
    slug: z.string().meta({ description: 'Server slug.', examples: ['npm-mkdirp'] }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the watch was created.' }),
  })
  .meta({ id: 'Watch', description: 'A server that the account watches.' })

export function watchAnswer({ slug, createdAt }: ServerWatchRow): z.input<typeof WatchAnswer> {
  return { slug, createdAt: createdAt.toISOString() }
}
