import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findDisputedRule, openDispute } from '../../db/registry/disputes.ts'
import { hasClaimed } from '../../db/registry/servers.ts'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { publicTextProblem } from '../../registry/maintainers/public-text.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { DisputeAnswer, disputeAnswer, FingerprintText } from './dispute-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

const { minReasonCharacters: least, maxReasonCharacters: most } = maintainerLimits

const NewDispute = z.strictObject({
  fingerprint: FingerprintText,
  reason: z
    .string()
    .superRefine((text, check) => {
      const problem = publicTextProblem(text, { least, most })
      if (problem !== undefined) check.addIssue({ code: 'custom', message: problem })
    })
    .meta({
      description:
        `Reason why the finding is incorrect or harmless, as plain text of ${least} to ${most} characters. The ` +
        'reason is public.',
      examples: ['The command is built from a fixed list of words; see src/commands.ts.'],
    }),
})

/** Publishes a dispute about a finding. */
export const createDispute = endpoint({
  id: 'create-dispute',
  method: 'post',
  path: '/api/v1/servers/:slug/disputes',
  tag: 'servers',
  summary: 'Dispute a finding',
  description:
    'Opens a public dispute about a finding. Only verified maintainers of the server can dispute its findings. ' +
    'The reason is published immediately with the finding. The service operator accepts or rejects the dispute in ' +
    'a public review. A dispute does not change the score. If a dispute shows that a rule is wrong, the rule is ' +
    'corrected.',
  permission: 'account:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: NewDispute,
  status: 201,
  data: DisputeAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond({ db }, { caller, params, body }) {
    const server = await requireServer(db, params)
    if (!(await hasClaimed(db, caller.accountId, server.id)))
      throw new ApiError(
        'FORBIDDEN',
        'Only verified maintainers of this server can dispute its findings. Claim the server and verify your ' +
          'claim first.',
      )
    const ruleId = await findDisputedRule(db, server.id, body.fingerprint)
    if (ruleId === undefined)
      throw new ApiError('NOT_FOUND', 'The server has no current finding with this fingerprint. Check the fingerprint.')
    const dispute = await openDispute(db, {
      id: randomUUID(),
      serverId: server.id,
      accountId: caller.accountId,
      fingerprint: body.fingerprint,
      ruleId,
      reason: body.reason.trim(),
      createdAt: new Date(),
    })
    if (!dispute) throw new ApiError('CONFLICT', 'This finding already has a dispute.')
    return { data: disputeAnswer(dispute) }
  },
})
