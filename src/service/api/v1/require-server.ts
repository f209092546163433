import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { findServer, type RegistryServerRow } from '../../db/registry/servers.ts'
import { slugLimits } from '../../registry/slug-limits.ts'
import { ApiError } from '../api-error.ts'
import { MovedParameters } from '../moved.ts'

/** Server slug. Invalid slugs are accepted and match no server. */
export const SlugText = z
  .string()
  .max(slugLimits.maxCharacters)
  .regex(/^[^\0]*$/, 'should not contain control characters')

export const ServerParams = z.strictObject({
  slug: SlugText.meta({ description: 'Server slug or ID.', examples: ['npm-mkdirp'] }),
})

export const ServerIdOrSlugParams = z.strictObject({
  idOrSlug: SlugText.meta({ description: 'Server ID or slug.', examples: ['npm-mkdirp'] }),
})

/**
 * Returns a public server by slug or ID. Throws NOT_FOUND if it does not exist. Throws MovedParameters if it was merged
 * into an older server, which the router answers with 308 for endpoints with `mayHaveMoved`.
 */
export async function requireServer(
  db: Database,
  params: { readonly slug: string } | { readonly idOrSlug: string },
): Promise<RegistryServerRow> {
  const [[name, text] = ['slug', '']] = Object.entries(params)
  const server = await findServer(db, text)
  if (!server)
    throw new ApiError('NOT_FOUND', `The registry has no server ${JSON.stringify(text)}. Check the ID or slug.`)
  if ('movedTo' in server) throw new MovedParameters({ [name]: server.movedTo })
  return server
}
