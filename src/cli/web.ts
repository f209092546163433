import { type Command, exitCodes } from './command.ts'

export const web: Command = {
  name: 'web',
  usage: '',
  summary: 'Serves the API; another process works off the scans.',
  options: {},
  async run(runtime) {
    await runtime.serve({ web: true, worker: false })
    return exitCodes.ok
  },
}
