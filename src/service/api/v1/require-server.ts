import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { findServer, type RegistryServerRow } from '../../db/registry/servers.ts'
import { slugLimits } from '../../registry/slug-limits.ts'
import { ApiError } from '../api-error.ts'
import { MovedParameters } from '../moved.ts'

/** A slug, or whatever somebody takes for one: what is none names nothing. */
export const SlugText = z
  .string()
  .max(slugLimits.maxCharacters)
  .regex(/^[^\0]*$/, 'should have no control characters')

export const ServerParams = z.strictObject({
  slug: SlugText.meta({ description: 'Slug or id of the server.', examples: ['npm-mkdirp'] }),
})

export const ServerIdOrSlugParams = z.strictObject({
  idOrSlug: SlugText.meta({ description: 'Id or slug of the server.', examples: ['npm-mkdirp'] }),
})

/**
 * A server that everybody may see, by its slug or id. Throws NOT_FOUND where there is none, and what the router answers
 * with 308 where it has become one with an elder: for endpoints with `mayHaveMoved`.
 */
export async function requireServer(
  db: Database,
  params: { readonly slug: string } | { readonly idOrSlug: string },
): Promise<RegistryServerRow> {
  const [[name, text] = ['slug', '']] = Object.entries(params)
  const server = await findServer(db, text)
  if (!server) throw new ApiError('NOT_FOUND', `The registry has no server ${JSON.stringify(text)}.`)
  if ('movedTo' in server) throw new MovedParameters({ [name]: server.movedTo })
  return server
}
