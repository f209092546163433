import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { rescoreServers } from '../service/registry/rescoring/rescore-servers.ts'
import { type Command, exitCodes } from './command.ts'

export const registryRescore: Command = {
  details: [
    'The service also recomputes outdated scores when it starts, and sends webhooks about the changes. This command ' +
      'does not send webhooks.',
  ],
  options: {},
  examples: [['assay registry rescore', 'Prints how many servers were rescored.']],
  async run(runtime) {
    await using installation = await runtime.open()
    const rescored = await rescoreServers(
      { db: installation.db, announceServerChange: async () => {} },
      { now: () => new Date(), signal: runtime.signal },
    )
    await recordOperatorAct(installation.db, { action: 'registry rescore', subject: `${rescored} servers` })
    runtime.terminal.out.write(`Rescored  ${rescored}\n`)
    return exitCodes.ok
  },
}
