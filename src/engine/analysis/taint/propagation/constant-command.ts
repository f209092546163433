import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionOf, positionalArguments, textOf } from '../../schemas/schema-steps.ts'

/** Subcommands that change something outside the program, by program. Some programs have none and always change it. */
const changing: Readonly<Record<string, RegExp>> = {
  git: /^(?:push|commit|reset)$/,
  systemctl: /^(?:restart|stop|start|reload|enable|disable|mask|kill)$/,
  kubectl: /^(?:delete|apply|scale|patch|replace|drain|cordon)$/,
  pkill: /^/,
  killall: /^/,
  shutdown: /^/,
  reboot: /^/,
}

/** Maximum number of words in a command. The end of a longer one can contain `--dry-run`. */
const maxWords = 40

/** Characters that make a shell command more than one simple command. */
const compound = /[|;&<>`$()\n]/

/** Options of `pkill` and `killall` that do not prevent the end of processes. */
const killing = /^-(?:9|15|1|2|f|x|(?:SIG)?(?:KILL|TERM|HUP|INT))$/

/** Options for a command that only reports what it would do, or that describes itself. */
const harmless = /^(?:--dry-run(?!=none)|-n$|--help|--version|-h$|--show|-c$|-k$|-w$|--wtmp-only|--list)/

/**
 * Returns the start of a constant command that changes something, such as `git push`. Undefined if the call runs
 * another command, or if an unknown word could make it harmless. `isArgument` reports whether a word is an argument of
 * the tool.
 */
export function changingCommand(
  known: KnownProgram,
  call: number,
  isArgument: (node: number) => boolean,
): string | undefined {
  const [program, ...rest] = commandWords(known, call, isArgument) ?? []
  const name = program?.slice(program.lastIndexOf('/') + 1) ?? ''
  const subcommands = Object.hasOwn(changing, name) ? changing[name] : undefined
  if (!subcommands || rest.length > maxWords || rest.some((word) => harmless.test(word))) return undefined
  // Options before the subcommand may have values, so only the first word counts.
  const [first = ''] = rest
  const kills = name === 'pkill' || name === 'killall'
  if (kills ? rest.some((word) => word.startsWith('-') && !killing.test(word)) : first.startsWith('-')) return undefined
  if (!subcommands.test(first)) return undefined
  if (first === 'reset' && rest[1] !== '--hard') return undefined
  return first === '' || kills || name === 'shutdown' || name === 'reboot' ? name : `${name} ${first}`
}

/** Returns the words of a command. A word is empty for an argument of the tool. Undefined if others are unknown. */
function commandWords(
  known: KnownProgram,
  call: number,
  isArgument: (node: number) => boolean,
): readonly string[] | undefined {
  const [command, list] = positionalArguments(known, call)
  if (command === undefined) return undefined
  const text = textOf(known, command)
  if (text === undefined) return listed(known, command, isArgument)
  if (compound.test(text)) return undefined
  const words = text.trim().split(/\s+/)
  if (list === undefined || isOptions(known, list)) return words
  const others = listed(known, list, isArgument)
  return others === undefined ? undefined : [...words, ...others]
}

const isOptions = (known: KnownProgram, node: number): boolean => {
  const op = known.program.op(definitionOf(known, node) ?? node)
  return op === Op.ObjectOf || op === Op.Closure
}

/** Returns the words of a list that only this call uses. Undefined if the list can have other elements. */
function listed(
  known: KnownProgram,
  node: number,
  isArgument: (node: number) => boolean,
): readonly string[] | undefined {
  const { program } = known
  const list = definitionOf(known, node)
  if (list === undefined || program.op(list) !== Op.ArrayOf || program.operandCount(list) > maxWords) return undefined
  // `args.push('--dry-run')` and `args[1] = '--dry-run'` change the command.
  for (const user of program.users(list)) {
    const op = program.op(user)
    if (op === Op.Load || op === Op.Store || op === Op.StoreDynamic || op === Op.Concat) return undefined
  }
  const words: string[] = []
  for (let index = 0; index < program.operandCount(list); index += 1) {
    const item = program.operand(list, index)
    const word = program.op(item) === Op.Spread ? undefined : textOf(known, item)
    if (word === undefined && !isArgument(item)) return undefined
    words.push(word ?? '')
  }
  return words
}
