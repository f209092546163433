import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { addIntake } from '../service/db/registry/intake.ts'
import { intakeLimits } from '../service/registry/intake/intake-limits.ts'
import { printable } from '../engine/reports/printable.ts'
import { parseNamesList } from '../service/registry/intake/names-list.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

export const registryAdd: Command = {
  usage: '<file>',
  details:
    'The file has one npm:NAME, pypi:NAME, or https address per line. Entries that were scanned are ' +
    'skipped; entries that failed are tried again.',
  takesWords: true,
  options: {},
  async run(runtime, { positionals }) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Name one file.')
    const { entries, mistakes } = parseNamesList(await readList(resolve(runtime.callerFolder, file)), new Date())
    await using installation = await runtime.open()
    const added = await addIntake(installation.db, entries, { again: true })
    await recordOperatorAct(installation.db, { action: 'registry add', subject: `${added} to be scanned` })
    runtime.terminal.out.write(
      `${added} to be scanned, ${entries.length - added} asked for before, ${mistakes.length} not understood\n`,
    )
    for (const { line, message } of mistakes.slice(0, intakeLimits.maxListMistakes))
      runtime.terminal.err.write(`line ${line}: ${printable(message)}\n`)
    if (mistakes.length > intakeLimits.maxListMistakes)
      runtime.terminal.err.write(`and ${mistakes.length - intakeLimits.maxListMistakes} more\n`)
    return mistakes.length > 0 ? exitCodes.incomplete : exitCodes.ok
  },
}

async function readList(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > intakeLimits.maxListBytes)
      throw new UsageError(`The file has more than ${intakeLimits.maxListBytes / 2 ** 20} MiB.`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`The file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
