import { resolve } from 'node:path'
import { type Command, exitCodes, RequestError, UsageError } from './command.ts'
import { ecosystemsOf } from './ecosystem-arguments.ts'
import { groupedDigits } from '../engine/model/grouped-digits.ts'

export const advisoriesExport: Command = {
  arguments: 'FOLDER [ecosystem…]',
  details: [
    'The folder has the same layout as the OSV export. Copy the folder to a machine without internet access, and ' +
      'import it there with OSV_URL=file:FOLDER. The reports on that machine show the date of the original sync.',
    'The records contain only the data that Assay uses. The command makes no network requests.',
  ],
  options: {},
  exits: {
    0: 'The export succeeded.',
    3: 'An ecosystem has no stored advisories, or one of its feeds was not synced.',
  },
  examples: [
    ['assay advisories export ./advisories', 'Exports all stored ecosystems.'],
    ['assay advisories export ./advisories npm PyPI', 'Exports two ecosystems.'],
    ['OSV_URL=file:./advisories assay advisories sync', 'Imports the folder on the other machine.'],
  ],
  async run({ terminal, localAdvisories, callerFolder }, { positionals: [target, ...words] }) {
    if (target === undefined) throw new UsageError('No folder. Specify the folder to write to.')
    const ecosystems = ecosystemsOf(words)
    const [{ advisoryFolder }, { exportAdvisories, IncompleteAdvisories }] = await Promise.all([
      import('./local-advisories.ts'),
      import('../engine/advisories/file-store/export-advisories.ts'),
    ])
    const store = { folder: advisoryFolder(localAdvisories), bases: localAdvisories.osvBases }
    const exported = writing(target, () => {
      try {
        return exportAdvisories(store, ecosystems, resolve(callerFolder, target))
      } catch (error) {
        if (error instanceof IncompleteAdvisories) return error
        throw error
      }
    })
    if (exported instanceof IncompleteAdvisories) {
      terminal.err.write(`${exported.message}\n`)
      return exitCodes.incomplete
    }
    for (const { ecosystem, records } of exported)
      terminal.out.write(`${ecosystem}: ${groupedDigits(records)} records\n`)
    if (exported.length > 0) return exitCodes.ok
    terminal.err.write('No advisories are stored. Run "assay advisories sync" first.\n')
    return exitCodes.incomplete
  },
}

function writing<Result>(target: string, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    throw new RequestError(`Assay cannot write to ${target} (${String(error.code)}). Specify another folder.`)
  }
}
