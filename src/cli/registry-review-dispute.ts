import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { listOpenDisputes, reviewDispute } from '../service/db/registry/disputes.ts'
import { maintainerLimits } from '../service/registry/maintainers/maintainer-limits.ts'
import { publicTextProblem } from '../service/registry/maintainers/public-text.ts'
import { type Command, exitCodes, required, UsageError } from './command.ts'

/** Disputes that are listed at once. */
const listed = 50

export const registryReviewDispute: Command = {
  usage: '[DISPUTE accept|reject --because <reason>]',
  details: 'No review changes a score.',
  options: { because: { type: 'string' } },
  takesWords: true,
  async run(runtime, given) {
    const [id, decision, ...others] = given.positionals
    if (id === undefined) {
      await using installation = await runtime.open()
      const disputes = await listOpenDisputes(installation.db, listed)
      for (const { id, slug, ruleId, createdAt, reason } of disputes)
        runtime.terminal.out.write(
          `${id}  ${slug}  ${ruleId}  ${createdAt.toISOString()}\n${reason
            .split('\n')
            .map((line) => `    ${line}\n`)
            .join('')}`,
        )
      if (disputes.length === 0) runtime.terminal.out.write('No dispute waits for a review.\n')
      return exitCodes.ok
    }
    const state = decision === 'accept' ? 'accepted' : decision === 'reject' ? 'rejected' : undefined
    if (state === undefined || others.length > 0)
      throw new UsageError('Say accept or reject behind the id of the dispute.')
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
      throw new UsageError('The id of a dispute is a UUID, as the list of disputes has it.')
    const review = required(given, 'because').trim()
    const problem = publicTextProblem(review, { least: 1, most: maintainerLimits.maxReviewCharacters })
    if (problem !== undefined) throw new UsageError(`--because ${problem}.`)
    await using installation = await runtime.open()
    const dispute = await reviewDispute(installation.db, id, { state, review, reviewedAt: new Date() })
    if (!dispute) throw new UsageError('There is no open dispute with this id.')
    await recordOperatorAct(installation.db, {
      action: 'registry review-dispute',
      subject: `${dispute.id} ${dispute.state}`,
    })
    runtime.terminal.out.write(`Dispute  ${dispute.id}\nState    ${dispute.state}\n`)
    return exitCodes.ok
  },
}
