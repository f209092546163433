import { type Command, exitCodes } from './command.ts'

export const serve: Command = {
  name: 'serve',
  usage: '',
  summary: 'Serves the API and works off scans, all in this process.',
  options: {},
  async run(runtime) {
    await runtime.serve({ web: true, worker: true })
    return exitCodes.ok
  },
}
