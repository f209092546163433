import { type Command, exitCodes } from './command.ts'
import { ecosystemsOf } from './ecosystem-arguments.ts'

export const advisoriesStatus: Command = {
  arguments: '[ecosystem…]',
  details: ['Shows the state of the advisories that "assay scan" uses, without making network requests.'],
  options: {},
  examples: [
    ['assay advisories status', 'Shows all ecosystems that were synced.'],
    ['assay advisories status npm', 'Shows one ecosystem.'],
  ],
  async run({ terminal, localAdvisories }, { positionals }) {
    const ecosystems = ecosystemsOf(positionals)
    const [{ advisoryFolder }, { readState }, { advisoryStatusTable }] = await Promise.all([
      import('./local-advisories.ts'),
      import('../engine/advisories/file-store/feed-files.ts'),
      import('../engine/reports/sync-table.ts'),
    ])
    const folder = advisoryFolder(localAdvisories)
    const states = ecosystems.flatMap((ecosystem) =>
      localAdvisories.osvBases.flatMap((base) => readState(folder, { base, ecosystem }) ?? []),
    )
    if (states.length === 0) terminal.err.write(`No advisories are stored in ${folder}.\n`)
    else terminal.out.write(`${advisoryStatusTable(states, new Date())}Folder: ${folder}\n`)
    return exitCodes.ok
  },
}
