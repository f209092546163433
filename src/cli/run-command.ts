import { commands } from './catalogue.ts'
import { type CommandEntry, type CommandRuntime, exitCodes, RequestError, UsageError } from './command.ts'
import { printable } from '../engine/reports/printable.ts'
import { findCommand, nearestSubcommand, subcommandsOf, type UnknownCommand } from './find-command.ts'
import { commandText, overviewText, topicText } from './help.ts'
import { parseArguments } from './parse-arguments.ts'
import { hasService } from './service-presence.ts'

/** Parts of the runtime that do not depend on settings. */
type Frame = Pick<CommandRuntime, 'terminal' | 'version'>

const overviewHint = 'Run "assay help" to list all commands.'

/** Width of help texts if stdout is not a terminal. */
const defaultColumns = 80

/**
 * Runs the command named by the words and resolves to the exit code. Does not create the runtime for help, the version,
 * or command-line errors, so that invalid settings cannot hide them.
 *
 * Requested help exits with 0. A command line without a command (`assay`, `assay keys`) lists the available commands
 * and exits with 2, so that a script with an empty variable does not continue.
 */
export async function runCommand(
  frame: Frame,
  words: readonly string[],
  createRuntime: (ignoredSettings: readonly string[]) => CommandRuntime,
): Promise<number> {
  const { terminal, version } = frame
  const [first] = words
  if (first === '--version' || first === 'version') {
    terminal.out.write(`${version}\n`)
    return exitCodes.ok
  }
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return showHelp(
      frame,
      words.slice(1).filter((word) => !word.startsWith('-')),
      first === undefined ? exitCodes.usage : exitCodes.ok,
    )
  if (first.startsWith('-')) {
    terminal.err.write(
      `Unknown option "${printable(first, 100)}". Write the command first: assay <command> [options].\n` +
        `${overviewHint}\n`,
    )
    return exitCodes.usage
  }
  const named = findCommand(words)
  if (named.kind === 'unknown') return refuseUnknown(frame, named)
  if (named.kind === 'topic') {
    const asksForHelp = words.slice(1).some((word) => word === '--help' || word === '-h')
    return showHelp(frame, [named.topic], asksForHelp ? exitCodes.ok : exitCodes.usage)
  }
  const { entry } = named
  if (!isAvailable(entry)) return refuseUnavailable(frame, entry)
  const command = await entry.load()
  const args = words.slice(entry.name.split(' ').length)
  try {
    if (command.arguments === undefined) refuseSubcommand(entry, args)
    const given = parseArguments(command, args)
    if (given.wantsHelp) return await showHelp(frame, entry.name.split(' '), exitCodes.ok)
    return await command.run(createRuntime(command.ignoredSettings ?? []), given)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const hint = error instanceof RequestError ? '' : `Run "assay help ${entry.name}" for options and examples.\n`
    terminal.err.write(`${error.message}\n${hint}`)
    return exitCodes.usage
  }
}

/** Writes the help for a command, a topic, or all commands, and returns the exit code. */
async function showHelp(frame: Frame, words: readonly string[], exitCode: number): Promise<number> {
  const { out } = frame.terminal
  const columns = out.columns ?? defaultColumns
  if (words.length === 0) {
    out.write(`${overviewText(commands.filter(isAvailable), columns)}\n`)
    return exitCode
  }
  const named = findCommand(words)
  if (named.kind === 'unknown') return refuseUnknown(frame, named)
  if (named.kind === 'topic') {
    const members = subcommandsOf(named.topic)
    if (!members.some(isAvailable)) return refuseUnavailable(frame, { name: named.topic })
    out.write(`${topicText(named.topic, members.filter(isAvailable), columns)}\n`)
    return exitCode
  }
  const { entry } = named
  if (!isAvailable(entry)) return refuseUnavailable(frame, entry)
  const related = subcommandsOf(entry.name).filter(isAvailable)
  out.write(`${commandText(entry, await entry.load(), { related, columns })}\n`)
  return exitCode
}

/** Reports whether the command works in this installation. */
function isAvailable({ worksWithoutService }: CommandEntry): boolean {
  return worksWithoutService === true || hasService()
}

function refuseUnknown({ terminal }: Frame, { name, nearest, topic }: UnknownCommand): number {
  const question = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  const help = topic === undefined ? overviewHint : `Run "assay help ${topic}" to list its commands.`
  terminal.err.write(`Unknown command "${printable(name, 100)}".${question}\n${help}\n`)
  return exitCodes.usage
}

function refuseUnavailable({ terminal }: Frame, { name }: Pick<CommandEntry, 'name'>): number {
  terminal.err.write(
    `The command "${name}" belongs to the service, which this copy of Assay does not include.\n` +
      'Run the command in a checkout of Assay or in the Assay container image.\n',
  )
  return exitCodes.usage
}

/** Throws UsageError if the word after the command name is a misspelled subcommand, such as `backup dril`. */
function refuseSubcommand({ name }: CommandEntry, [word]: readonly string[]): void {
  if (word === undefined || word.startsWith('-') || subcommandsOf(name).length === 0) return
  const nearest = nearestSubcommand(name, word)
  if (nearest !== undefined)
    throw new UsageError(`Unknown command "${name} ${printable(word, 100)}". Did you mean "${nearest}"?`)
}
