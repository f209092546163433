import { type Command, exitCodes } from './command.ts'

export const migrate: Command = {
  details: [
    'The service does this when it starts. Run the command on its own if several processes start at the same time, ' +
      'or to test a new version against a copy of the database.',
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
