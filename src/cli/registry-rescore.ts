import { recordOperatorAct } from '../accounts/operator-audit.ts'
import { rescoreServers } from '../registry/rescoring/rescore-servers.ts'
import { type Command, exitCodes } from './command.ts'

export const registryRescore: Command = {
  name: 'registry rescore',
  usage: '',
  summary: 'Scores what the registry shows with the formula of this version, from what is stored of it. The service does so at its start and tells webhooks; this command tells none.',
  options: {},
  async run(runtime) {
    await using installation = await runtime.open()
    const rescored = await rescoreServers({ db: installation.db, announceServerChange: async () => {} }, { now: () => new Date(), signal: runtime.signal })
    await recordOperatorAct(installation.db, { action: 'registry rescore', subject: `${rescored} servers` })
    runtime.terminal.out.write(`Rescored  ${rescored}\n`)
    return exitCodes.ok
  },
}
