import { z } from 'zod'
import { withdrawDispute } from '../../db/registry/disputes.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { DisputeAnswer, disputeAnswer, FingerprintText } from './dispute-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Withdraws a dispute. */
export const deleteDispute = endpoint({
  id: 'delete-dispute',
  method: 'delete',
  path: '/api/v1/servers/:slug/disputes/:fingerprint',
  tag: 'servers',
  summary: 'Withdraw a dispute',
  description:
    "Changes the state of one of your account's open disputes to `withdrawn`. The dispute remains listed. To " +
    'reopen the dispute, dispute the finding again.',
  permission: 'account:write',
  mayHaveMoved: true,
  params: ServerParams.extend({ fingerprint: FingerprintText }),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: DisputeAnswer,
  errors: ['NOT_FOUND'],
  async respond({ db }, { caller, params }) {
    const server = await requireServer(db, { slug: params.slug })
    const dispute = await withdrawDispute(db, {
      serverId: server.id,
      accountId: caller.accountId,
      fingerprint: params.fingerprint,
    })
    if (!dispute)
      throw new ApiError('NOT_FOUND', 'The account has no open dispute about this finding. Check the fingerprint.')
    return { data: disputeAnswer(dispute) }
  },
})
