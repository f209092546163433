import { z } from 'zod'
import { subscriptionLimits } from '../../webhooks/subscription-limits.ts'
import { watchServer as watch } from '../../webhooks/watch-server.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { WatchAnswer, watchAnswer, WatchParams } from './server-watch-shape.ts'

/** From now on the account hears of changes of a server. */
export const watchServer = endpoint({
  id: 'watch-server',
  method: 'put',
  path: '/api/v1/servers/:slug/watch',
  tag: 'webhooks',
  summary: 'Watch a server',
  description:
    'The events `server.grade_changed`, `server.tools_changed` and `advisory.matched` of the server go to ' +
    'the endpoints of the account. The registry need not have the server yet: its events come once it does. ' +
    'Done twice it changes nothing.',
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
        `The account watches ${subscriptionLimits.maxWatches} servers, which is as many as it may: give one up first.`,
      )
    return { data: watchAnswer(watched) }
  },
})
