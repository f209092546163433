import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { listOpenDisputes, reviewDispute } from '../service/db/registry/disputes.ts'
import { maintainerLimits } from '../service/registry/maintainers/maintainer-limits.ts'
import { publicTextProblem } from '../service/registry/maintainers/public-text.ts'
import { type Command, exitCodes, RequestError, UsageError } from './command.ts'
import { required } from './option-values.ts'

/** Maximum number of disputes listed by one call. */
const maxListed = 50

export const registryReviewDispute: Command = {
  arguments: '[DISPUTE accept|reject]',
  details: [
    `Without arguments, the command lists up to ${maxListed} open disputes with their IDs, oldest first. A review ` +
      'does not change the score.',
  ],
  options: {
    because: {
      type: 'string',
      value: 'REASON',
      summary: 'Reason shown in the registry. Required for a review.',
    },
  },
  examples: [
    ['assay registry review-dispute', 'Lists open disputes.'],
    [
      'assay registry review-dispute 0b5f3a52-6d1e-4c7b-9a53-2f7f0c1d9e10 accept --because "The tool is read-only."',
      'Accepts a dispute.',
    ],
  ],
  async run(runtime, given) {
    const [id, decision, ...others] = given.positionals
    if (id === undefined) {
      await using installation = await runtime.open()
      const disputes = await listOpenDisputes(installation.db, maxListed)
      for (const { id, slug, ruleId, createdAt, reason } of disputes)
        runtime.terminal.out.write(
          `${id}  ${slug}  ${ruleId}  ${createdAt.toISOString()}\n${reason
            .split('\n')
            .map((line) => `    ${line}\n`)
            .join('')}`,
        )
      if (disputes.length === 0) runtime.terminal.out.write('No open disputes.\n')
      return exitCodes.ok
    }
    const state = decision === 'accept' ? 'accepted' : decision === 'reject' ? 'rejected' : undefined
    if (state === undefined || others.length > 0)
      throw new UsageError('The decision is missing or unknown. Write "accept" or "reject" after the ID.')
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
      throw new UsageError('The dispute ID is not a UUID. Run the command without arguments to list dispute IDs.')
    const review = required(given, 'because').trim()
    const problem = publicTextProblem(review, { least: 1, most: maintainerLimits.maxReviewCharacters })
    if (problem !== undefined) throw new UsageError(`--because ${problem}.`)
    await using installation = await runtime.open()
    const dispute = await reviewDispute(installation.db, id, { state, review, reviewedAt: new Date() })
    if (!dispute)
      throw new RequestError('No open dispute has this ID. Run the command without arguments to list open disputes.')
    await recordOperatorAct(installation.db, {
      action: 'registry review-dispute',
      subject: `${dispute.id} ${dispute.state}`,
    })
    runtime.terminal.out.write(`Dispute  ${dispute.id}\nState    ${dispute.state}\n`)
    return exitCodes.ok
  },
}
