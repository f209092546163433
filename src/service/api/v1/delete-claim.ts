import { z } from 'zod'
import { removeClaim } from '../../db/registry/claims.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

export const deleteClaim = endpoint({
  id: 'delete-claim',
  method: 'delete',
  path: '/api/v1/servers/:slug/claims',
  tag: 'servers',
  summary: 'Delete a claim',
  description:
    'Deletes the claim. The account is then no longer considered a maintainer of the server. Existing disputes do ' +
    'not change.',
  permission: 'account:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({ slug: z.string().meta({ description: 'Server slug.', examples: ['npm-mkdirp'] }) }),
  errors: ['NOT_FOUND'],
  async respond({ db }, { caller, params }) {
    const server = await requireServer(db, params)
    if (!(await removeClaim(db, server.id, caller.accountId)))
      throw new ApiError('NOT_FOUND', 'The account has not claimed this server. Check the slug.')
    return { data: { slug: server.slug } }
  },
})
