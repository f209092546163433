import { z } from 'zod'
import { subscriptionLimits } from '../../webhooks/subscription-limits.ts'
import { watchServer as watch } from '../../webhooks/watch-server.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { WatchAnswer, watchAnswer, WatchParams } from './server-watch-shape.ts'

/** Subscribes the account to a server's events. */
export const watchServer = endpoint({
  id: 'watch-server',
  method: 'put',
  path: '/api/v1/servers/:slug/watch',
  tag: 'webhooks',
  summary: 'Watch a server',
  description:
    "Sends the server's `server.grade_changed`, `server.tools_changed`, and `advisory.matched` events to the " +
    "account's webhook endpoints. You can watch a server before it is added to the registry. Repeating the " +
    'request has no further effect.',
  permission: 'webhooks:write',
  params: WatchParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: WatchAnswer,
  errors: ['CONFLICT'],
  async respond({ db }, { caller, params }) {
    const watched = await watch(db, { accountId: caller.accountId, slug: params.slug, now: new Date() })
    if (watched === 'too many')
      throw new ApiError(
        'CONFLICT',
        `The account has reached the limit of ${subscriptionLimits.maxWatches} watched servers. Stop ` +
          'watching one of them first.',
      )
    return { data: watchAnswer(watched) }
  },
})
