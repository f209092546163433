import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ListedArgument } from './argument-lists.ts'
import {
  harmfulPrograms,
  type Interpreter,
  interpreterPaths,
  interpreters,
  isFlag,
  openers,
  programName,
  promptedPrograms,
  promptOptions,
  runningOptions,
} from '../../models/sinks/programs.ts'
import type { SinkUse } from './sink.ts'
import { literalParts, openingTexts } from './value-words.ts'

export interface ProgramCall {
  readonly call: number
  /** Name of the function that starts the program. */
  readonly name: string
  /** Names of the programs that may be started. Undefined if unknown, for example because the name is not constant. */
  readonly programs: readonly string[] | undefined
  readonly list: readonly ListedArgument[]
  /** List that the call takes, or -1 if the call takes the arguments separately. */
  readonly within: number
}

/** Parser state after the preceding arguments. */
interface Before {
  /** Last interpreter named by a constant argument. */
  interpreter: Interpreter | undefined
  /** True if the interpreter reads all following arguments. */
  isRest: boolean
  /** Number of positional arguments since the interpreter. */
  positional: number
  /** True after `--`. */
  isEnded: boolean
  /** True for the arguments of an Android intent, which can open a URL. */
  isIntent: boolean
  /** True after `cmd /c start`. */
  isOpened: boolean
  previous: string | undefined
}

/**
 * Classifies a program's arguments: shell text, code, a URL or file to open, or an argument that may be parsed as an
 * option. Excludes arguments after `--` and option values.
 */
export function programArguments(known: KnownProgram, { call, name, programs, list, within }: ProgramCall): SinkUse[] {
  const names = programs?.map(programName)
  const before: Before = {
    interpreter: names?.map((one) => interpreters.get(one)).find((one) => one !== undefined),
    isRest: false,
    positional: 0,
    isEnded: false,
    isIntent: false,
    isOpened: false,
    previous: undefined,
  }
  const found: SinkUse[] = []
  for (const argument of list) {
    if (argument.literal === undefined) {
      const use = useOf(known, argument, before, names)
      if (use)
        found.push({
          node: call,
          value: argument.value,
          at: argument.at,
          model: name,
          takenBy: argument.takenBy,
          ...(within >= 0 && { within }),
          kind: use.kind,
          effect: use.effect,
          action: use.action,
        })
    }
    pass(before, argument, names)
  }
  return found
}

function useOf(
  known: KnownProgram,
  { value, at, isSplit }: ListedArgument,
  { interpreter, isRest, positional, isEnded, isIntent, isOpened, previous }: Before,
  names: readonly string[] | undefined,
): Pick<SinkUse, 'kind' | 'effect' | 'action'> | undefined {
  const takes = interpreter && {
    kind: interpreter.kind,
    effect: `starts a program that ${interpreter.effect}` as const,
    action: interpreter.action,
  }
  if (isOpened && at.length === 0) return opens
  if (takes && (isRest || (previous !== undefined && interpreter.options.includes(previous.toLowerCase()))))
    return isIntent && previous === '-d' ? opens : takes
  if (
    takes &&
    interpreter.afterPositional !== undefined &&
    !awaitsValue(previous, names) &&
    positional >= interpreter.afterPositional
  )
    return takes
  // An unknown list may itself contain `-c`, unless an earlier argument prevents that.
  if (takes && at.length > 0 && interpreter.options.includes('-c') && takes.kind === 'command' && !isEnded) return takes
  if (isIntent && previous === '-d') return opens
  if (names?.some((one) => openers.has(one))) return opens
  if (
    at.length === 0 &&
    names?.some((one) => promptedPrograms.has(one)) &&
    previous !== undefined &&
    promptOptions.test(previous)
  )
    return {
      kind: 'argument',
      effect: `passes a prompt to ${names.find((one) => promptedPrograms.has(one))}`,
      action: 'prompt',
    }
  if (isEnded || !(names === undefined || names.length === 0 || names.some((one) => harmfulPrograms.has(one))))
    return undefined
  if (!isSplit && previous !== undefined && awaitsValue(previous, names) && !runningOptions.test(previous))
    return undefined
  if (!isSplit && at.length === 0 && beginsPlainly(known, value)) return undefined
  const program = names?.find((one) => harmfulPrograms.has(one)) ?? 'a program'
  return { kind: 'argument', effect: `passes an argument to ${program}` }
}

const opens = {
  kind: 'open',
  effect: 'starts a program that opens a URL or file',
} as const

/** Reports whether the previous argument is an option that takes the next one as its value. */
const awaitsValue = (previous: string | undefined, names: readonly string[] | undefined) =>
  previous !== undefined && isOption(previous) && !isFlag(previous, names)

const isOption = (text: string) => /^-{1,2}[A-Za-z]/.test(text) && !text.includes('=')

const runningOption = new RegExp(
  String.raw`^-(?:o|c|I)|^--(?:upload-pack|receive-pack|exec|config|eval|require|pre|proxy-command|` +
    String.raw`checkpoint-action|use-compress-program)=`,
)

/** True for a string whose constant prefix prevents any program from parsing it as an option. */
function beginsPlainly(known: KnownProgram, value: number): boolean {
  const texts = openingTexts(known, value)
  return (
    texts !== undefined &&
    texts.every((first) => first !== '' && !/^-{1,2}[\w-]*$/.test(first) && !runningOption.test(first))
  )
}

function pass(before: Before, { literal }: ListedArgument, names: readonly string[] | undefined): void {
  const isPositional = !awaitsValue(before.previous, names)
  if (literal === undefined) {
    if (isPositional) before.positional += 1
    before.previous = undefined
    return
  }
  if (literal === '--') before.isEnded = true
  if (literal === 'am') before.isIntent = true
  if (literal.toLowerCase() === 'start' && before.isRest) before.isOpened = true
  const named = interpreters.get(programName(literal))
  if (named && !before.isRest) {
    before.interpreter = named
    before.positional = 0
    before.isRest = false
  } else if (before.interpreter?.options.includes(literal.toLowerCase()))
    before.isRest ||= before.interpreter.takesRest === true
  else if (literal !== '--' && !isOption(literal) && isPositional) before.positional += 1
  before.previous = literal
}

/** Returns the program names that a value may denote. Undefined if unknown. */
export function programsNamed(known: KnownProgram, value: number): readonly string[] | undefined {
  const { program, references } = known
  const origins = references.origins(value)
  const texts = (origins.length === 0 ? [value] : origins).map((origin) => program.literalText(origin))
  const named = texts.filter((text) => text !== undefined)
  if (named.length === texts.length) return named
  const interpreter = references
    .externals(value)
    .map((name) => interpreterPaths.get(name))
    .find((name) => name !== undefined)
  if (interpreter !== undefined) return [interpreter]
  const meant = literalParts(known, value)
    .map(programName)
    .filter((name) => interpreters.has(name) || harmfulPrograms.has(name) || openers.has(name))
  return named.length + meant.length > 0 ? [...named, ...meant] : undefined
}
