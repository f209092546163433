import { type Command, exitCodes } from './command.ts'

export const worker: Command = {
  name: 'worker',
  usage: '',
  summary: 'Works off scans and other jobs; serves nothing.',
  options: {},
  async run(runtime) {
    await runtime.serve({ web: false, worker: true })
    return exitCodes.ok
  },
}
