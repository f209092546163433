import { type Command, exitCodes } from './command.ts'

export const migrate: Command = {
  details: [
    'The service also updates the schema when it starts. Run this command before you start several processes at the ' +
      'same time, or to test a new version against a copy of the database.',
  ],
  options: {},
  examples: [
    ['assay migrate', 'Updates the database in the data folder.'],
    ['DATABASE_URL=postgres://assay@db.example/assay assay migrate', 'Updates another database. Set ASSAY_SECRET too.'],
  ],
  async run(runtime) {
    // Opening the installation updates the schema.
    await using installation = await runtime.open()
    void installation
    runtime.terminal.out.write('The database schema is up to date.\n')
    return exitCodes.ok
  },
}
