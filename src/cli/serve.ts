import { type Command, exitCodes } from './command.ts'

export const serve: Command = {
  usage: '',
  options: {},
  async run(runtime) {
    await runtime.serve({ web: true, worker: true })
    return exitCodes.ok
  },
}
