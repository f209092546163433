import { type Command, exitCodes } from './command.ts'

export const migrate: Command = {
  usage: '',
  options: {},
  async run(runtime) {
    await using installation = await runtime.open()
    void installation
    runtime.terminal.out.write('The database is up to date.\n')
    return exitCodes.ok
  },
}
