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
        `Why the finding is wrong, or harmless: plain text of ${least} to ${most} characters that everybody ` +
        'will read.',
      examples: ['The command is built from a fixed list of words; see src/commands.ts.'],
    }),
})

/** Objects to a finding, in public. */
export const createDispute = endpoint({
  id: 'create-dispute',
  method: 'post',
  path: '/api/v1/servers/:slug/disputes',
  tag: 'servers',
  summary: 'Dispute a finding',
  description:
    'For a maintainer whose claim was verified. The reason is public at once, and the finding tells of it. ' +
    'The operator of the service reviews it and accepts or rejects it with words that are public too. A ' +
    'dispute moves no score: what is wrong in a rule is corrected in the rule.',
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
        'Only a maintainer whose claim of this server was verified may dispute its findings.',
      )
    const ruleId = await findDisputedRule(db, server.id, body.fingerprint)
    if (ruleId === undefined) throw new ApiError('NOT_FOUND', 'The server has no finding with this fingerprint now.')
    const dispute = await openDispute(db, {
      id: randomUUID(),
      serverId: server.id,
      accountId: caller.accountId,
      fingerprint: body.fingerprint,
      ruleId,
      reason: body.reason.trim(),
      createdAt: new Date(),
    })
    if (!dispute) throw new ApiError('CONFLICT', 'This finding has a dispute already.')
    return { data: disputeAnswer(dispute) }
  },
})
