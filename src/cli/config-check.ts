import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SettingsMistake } from '../engine/model/suppression-report.ts'
import { readSettingsText, settingsPaths } from '../engine/project-settings/read-settings.ts'
import { printable } from '../engine/reports/printable.ts'
import { loadDetectors } from '../engine/rules/load-detectors.ts'
import { type Command, exitCodes, RequestError, unreadableFile, UsageError } from './command.ts'

export const configCheck: Command = {
  arguments: '[file]',
  details: [
    `Without a file, the command checks ${settingsPaths[0]} in the current folder or, if that does not exist, ` +
      `${settingsPaths[1]}. Each mistake is one line with the path, line, and column.`,
  ],
  options: {},
  exits: { 0: 'The file has no mistakes.', 1: 'The file has mistakes. The settings in these lines have no effect.' },
  examples: [
    ['assay config check', 'Checks the settings of the project in the current folder.'],
    ['assay config check ../server/.github/assay.yml', 'Checks one file.'],
  ],
  async run({ terminal, callerFolder }, { positionals: [given, ...others] }) {
    if (others.length > 0) throw new UsageError('This command takes at most one argument: the settings file.')
    const path = given ?? settingsPaths.find((each) => existsSync(join(callerFolder, each)))
    if (path === undefined)
      throw new RequestError(`This folder has neither ${settingsPaths.join(' nor ')}. Specify the settings file.`)
    const rules = (await loadDetectors()).flatMap((detector) => detector.rules.map(({ id }) => id))
    const { mistakes } = readSettingsText(contentOf(resolve(callerFolder, path)), { path, rules })
    for (const mistake of mistakes) terminal.out.write(`${lineOf(mistake)}\n`)
    if (mistakes.length > 0) return exitCodes.failed
    terminal.out.write(`${printable(path)}: no mistakes\n`)
    return exitCodes.ok
  },
}

const lineOf = ({ path, line, column, message }: SettingsMistake) =>
  `${printable(path)}:${line}:${column}: ${printable(message)}`

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadableFile(path, error)
  }
}
