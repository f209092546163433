import { parseArgs } from 'node:util'
import { commands } from './catalogue.ts'
import { type Command, type CommandRuntime, exitCodes, UsageError } from './command.ts'

/** Finds the command that the words call, runs it and resolves to the exit code. */
export async function runCommand(runtime: CommandRuntime, words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    runtime.terminal.out.write(overview())
    return words.length === 0 ? exitCodes.usage : exitCodes.ok
  }
  if (words[0] === '--version' || words[0] === 'version') {
    runtime.terminal.out.write(`${runtime.version}\n`)
    return exitCodes.ok
  }
  const command = commandOf(words)
  if (!command) {
    runtime.terminal.err.write(`There is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}".\n\n${overview()}`)
    return exitCodes.usage
  }
  try {
    const parsed = parse(command, words.slice(command.name.split(' ').length))
    if (parsed.values.help === true) {
      runtime.terminal.out.write(help(command))
      return exitCodes.ok
    }
    return await command.run(runtime, parsed)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    runtime.terminal.err.write(`${error.message}\n\n${help(command)}`)
    return exitCodes.usage
  }
}

/** The one with the longest name that the words begin with: some are named like another and a word more. */
function commandOf(words: readonly string[]): Command | undefined {
  const named = commands.filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  return named.sort((one, other) => other.name.length - one.name.length)[0]
}

function parse({ options, takesWords }: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } }, allowPositionals: takesWords === true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const help = ({ name, usage, summary }: Command) => `Usage: assay ${name} ${usage}\n${summary}\n`

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary.split('\n')[0]}`)
  return ['Usage: assay <command>; assay <command> --help tells more.', '', ...lines, ''].join('\n')
}
