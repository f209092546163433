import { type Command, exitCodes } from './command.ts'

export const web: Command = {
  usage: '',
  options: {},
  async run(runtime) {
    await runtime.serve({ web: true, worker: false })
    return exitCodes.ok
  },
}
