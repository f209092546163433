import { parseArgs } from 'node:util'
import { commands } from './catalogue.ts'
import { type Command, type CommandEntry, type CommandRuntime, exitCodes, UsageError } from './command.ts'
import { hasService } from './service-presence.ts'

/** What answers that need no settings are made of. */
type Frame = Pick<CommandRuntime, 'terminal' | 'version'>

/**
 * Finds the command that the words call, runs it and resolves to the exit code. Help, the version and wrong calls are
 * answered without the runtime, so that they work whatever the settings hold.
 */
export async function runCommand(
  { terminal, version }: Frame,
  words: readonly string[],
  runtime: () => CommandRuntime,
): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    terminal.out.write(overview())
    return words.length === 0 ? exitCodes.usage : exitCodes.ok
  }
  if (words[0] === '--version' || words[0] === 'version') {
    terminal.out.write(`${version}\n`)
    return exitCodes.ok
  }
  const entry = entryOf(words)
  if (!entry) {
    terminal.err.write(
      `There is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}".\n\n${overview()}`,
    )
    return exitCodes.usage
  }
  if (!isAvailable(entry)) {
    terminal.err.write(
      `The command "${entry.name}" belongs to the service, which this installation does not include. ` +
        `Run it in a checkout of Assay or in its container image.\n`,
    )
    return exitCodes.usage
  }
  const command = await entry.load()
  try {
    const parsed = parse(command, words.slice(entry.name.split(' ').length))
    if (parsed.values.help === true) {
      terminal.out.write(help(entry, command))
      return exitCodes.ok
    }
    return await command.run(runtime(), parsed)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.err.write(`${error.message}\n\n${help(entry, command)}`)
    return exitCodes.usage
  }
}

/** The one with the longest name that the words begin with: some are named like another and a word more. */
function entryOf(words: readonly string[]): CommandEntry | undefined {
  const named = commands.filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  return named.sort((one, other) => other.name.length - one.name.length)[0]
}

function parse({ options, takesWords }: Command, args: string[]) {
  try {
    return parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: takesWords === true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function help({ name, summary }: CommandEntry, { usage, details }: Command): string {
  return (
    `${[`Usage: assay ${name} ${usage}`.trimEnd(), summary, ...(details === undefined ? [] : [details])].join('\n')}` +
    `\n`
  )
}

/** Whether the command works in this installation. */
function isAvailable({ worksWithoutService }: CommandEntry): boolean {
  return worksWithoutService === true || hasService()
}

function overview(): string {
  const available = commands.filter(isAvailable)
  const width = Math.max(...available.map(({ name }) => name.length)) + 2
  const lines = available.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return ['Usage: assay <command>', 'Details: assay <command> --help', '', ...lines, ''].join('\n')
}
