import { z } from 'zod'
import { removeServerWatch } from '../../db/registry/server-watches.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { WatchAnswer, watchAnswer, WatchParams } from './server-watch-shape.ts'

export const unwatchServer = endpoint({
  id: 'unwatch-server',
  method: 'delete',
  path: '/api/v1/servers/:slug/watch',
  tag: 'webhooks',
  summary: 'Stop watching a server',
  description:
    'Stops watching the server and returns the deleted watch. If your account has scanned or claimed the ' +
    'server, you still receive its events.',
  permission: 'webhooks:write',
  params: WatchParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: WatchAnswer,
  errors: ['NOT_FOUND'],
  async respond({ db }, { caller, params }) {
    const removed = await removeServerWatch(db, caller.accountId, params.slug)
    if (!removed)
      throw new ApiError('NOT_FOUND', 'The account is not watching a server with this slug. Check the slug.')
    return { data: watchAnswer(removed) }
  },
})
