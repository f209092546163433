import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { addIntake } from '../service/db/registry/intake.ts'
import { intakeLimits } from '../service/registry/intake/intake-limits.ts'
import { printable } from '../engine/reports/printable.ts'
import { parseNamesList } from '../service/registry/intake/names-list.ts'
import { type Command, exitCodes, RequestError, unreadableFile, UsageError } from './command.ts'

export const registryAdd: Command = {
  arguments: '<file>',
  details: [
    'The results are added to the registry. The file contains one entry per line: npm:NAME, pypi:NAME, or an https ' +
      'URL. Comments start with #.',
    'Assay skips entries that were already scanned, and retries entries that failed.',
  ],
  options: {},
  exits: { 0: 'All lines were accepted.', 3: 'At least one line could not be parsed. The other lines are queued.' },
  examples: [
    ['assay registry add servers.txt', 'Queues every entry in the file for the workers to scan.'],
    ['assay registry status', 'Shows how many scans have finished.'],
  ],
  async run(runtime, { positionals }) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0)
      throw new UsageError('This command takes exactly one argument: the file that lists the entries.')
    const { entries, mistakes } = parseNamesList(await readList(file, runtime.callerFolder), new Date())
    await using installation = await runtime.open()
    const added = await addIntake(installation.db, entries, { again: true })
    await recordOperatorAct(installation.db, { action: 'registry add', subject: `${added} queued` })
    runtime.terminal.out.write(
      `${added} queued, ${entries.length - added} already known, ${mistakes.length} could not be parsed\n`,
    )
    for (const { line, message } of mistakes.slice(0, intakeLimits.maxListMistakes))
      runtime.terminal.err.write(`line ${line}: ${printable(message)}\n`)
    if (mistakes.length > intakeLimits.maxListMistakes)
      runtime.terminal.err.write(`${mistakes.length - intakeLimits.maxListMistakes} more lines could not be parsed\n`)
    return mistakes.length > 0 ? exitCodes.incomplete : exitCodes.ok
  },
}

async function readList(file: string, callerFolder: string): Promise<string> {
  const path = resolve(callerFolder, file)
  try {
    if ((await stat(path)).size > intakeLimits.maxListBytes)
      throw new RequestError(`The file is larger than ${intakeLimits.maxListBytes / 2 ** 20} MiB. Split it.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw unreadableFile(file, error)
  }
}
