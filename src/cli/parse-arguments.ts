import { parseArgs } from 'node:util'
import { nearestName } from '../engine/model/nearest-name.ts'
import { printable } from '../engine/reports/printable.ts'
import { type Command, type CommandArguments, UsageError } from './command.ts'

/** Parsed arguments of a command, and whether they request help. */
interface ParsedArguments extends CommandArguments {
  readonly wantsHelp: boolean
}

/**
 * Parses a command's arguments. Throws UsageError for an unknown or missing option, a missing or unexpected value, or
 * an argument that the command does not take.
 */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  // Not strict, because `parseArgs` errors suggest no similar option and give advice that never applies here.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: { ...command.options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const wantsHelp = values['help'] === true
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(command, token, args[token.index] ?? token.rawName)
    if (token.kind === 'positional' && command.arguments === undefined && !wantsHelp)
      throw new UsageError(`Unexpected argument "${printable(token.value, 100)}". This command accepts only options.`)
  }
  if (!wantsHelp) checkRequired(command, values)
  return { values, positionals, wantsHelp }
}

function checkRequired({ options }: Command, values: CommandArguments['values']): void {
  const missing = Object.entries(options)
    .filter(([name, option]) => option.type === 'string' && option.required && !values[name])
    .map(([name]) => `--${name}`)
  if (missing.length === 1) throw new UsageError(`The option ${missing.join()} is required.`)
  if (missing.length > 1) throw new UsageError(`These options are required: ${missing.join(', ')}.`)
}

/** Option in the result of `parseArgs`. */
interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  /** True if the value follows `=` in the same argument. */
  readonly inlineValue: boolean | undefined
}

function checkOption({ options }: Command, { name, rawName, value, inlineValue }: OptionToken, written: string): void {
  const option = name === 'help' ? ({ type: 'boolean' } as const) : Object.hasOwn(options, name) && options[name]
  if (!option) {
    // `-json` arrives as `-j`, `-s`, and so on. The error shows the argument as the user wrote it.
    const typed = rawName.startsWith('--') ? rawName : written
    const nearest = nearestName(typed.replace(/^-+/, ''), [...Object.keys(options), 'help'])
    throw new UsageError(
      `Unknown option "${printable(typed, 100)}".${nearest === undefined ? '' : ` Did you mean "--${nearest}"?`}`,
    )
  }
  if (option.type === 'boolean') {
    if (value !== undefined)
      throw new UsageError(`The option ${rawName} takes no value. Remove "=${printable(value, 100)}".`)
    return
  }
  const isNextOption = inlineValue === false && value !== undefined && /^-./.test(value)
  if (value === undefined || isNextOption)
    throw new UsageError(
      `The option ${rawName} needs a value: ${rawName} ${option.value}.` +
        (isNextOption ? ` Write ${rawName}=${value} if the value starts with a dash.` : ''),
    )
}
