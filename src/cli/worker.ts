import { type Command, exitCodes } from './command.ts'

export const worker: Command = {
  usage: '',
  options: {},
  async run(runtime) {
    await runtime.serve({ web: false, worker: true })
    return exitCodes.ok
  },
}
