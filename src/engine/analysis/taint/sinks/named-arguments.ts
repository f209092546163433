import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { nameWords, spacedName } from './value-words.ts'

/** Maximum number of options read per object. */
const maxOptions = 60

/** A value that a call passes, with the words in its name. */
export interface NamedArgument {
  readonly words: string
  readonly name: string
  /**
   * `named`: the name is a keyword or an object key at the call. `position`: the argument is positional, and the name
   * is that of the variable passed.
   */
  readonly given: 'named' | 'position'
  readonly value: number
  readonly at: readonly string[]
  /** Node of the option itself. In contrast, `value` is the whole object that contains the option. */
  readonly own: number
}

/** Yields the named arguments of a call: keywords, options in objects, and positional values that have a name. */
export function* namedArguments(known: KnownProgram, call: number): Generator<NamedArgument> {
  const { program } = known
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    const op = program.op(argument)
    if (op === Op.Spread || op === Op.SpreadKeywords) continue
    if (op === Op.Keyword) {
      const name = program.text(argument, 0)
      const value = program.operand(argument, 1)
      yield { words: spacedName(name), name, given: 'named', value, at: [], own: value }
      yield* optionsOf(known, value, { value, at: [] })
      continue
    }
    const options = [...optionsOf(known, argument, { value: argument, at: [] })]
    yield* options
    if (options.length > 0) continue
    for (const name of nameWords(known, argument))
      yield { words: spacedName(name), name, given: 'position', value: argument, at: [], own: argument }
  }
}

/** Yields the options of an object, including options in nested objects. */
function* optionsOf(
  known: KnownProgram,
  node: number,
  { value, at }: Pick<NamedArgument, 'value' | 'at'>,
): Generator<NamedArgument> {
  const { program, references } = known
  for (const object of references.objects(node)) {
    if (program.op(object) !== Op.ObjectOf) continue
    for (let index = 0, count = Math.min(program.operandCount(object), maxOptions); index < count; index += 1) {
      const option = program.operand(object, index)
      if (program.op(option) !== Op.Property) continue
      const name = program.text(option, 0)
      yield { words: spacedName(name), name, given: 'named', value, at: [...at, name], own: program.operand(option, 1) }
      if (at.length === 0) yield* optionsOf(known, program.operand(option, 1), { value, at: [name] })
    }
  }
}

/** Returns the objects that are spread into a call's options. */
export function spreadOptions({ program, references }: KnownProgram, call: number): number[] {
  const found: number[] = []
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) === Op.SpreadKeywords) found.push(program.operand(argument, 0))
    const isOption = (object: number) => program.op(object) === Op.ObjectOf && hasSpread(program, object)
    if (references.objects(argument).some(isOption)) found.push(argument)
  }
  return found
}

function hasSpread(program: KnownProgram['program'], object: number): boolean {
  for (let index = 0, count = Math.min(program.operandCount(object), maxOptions); index < count; index += 1)
    if (program.op(program.operand(object, index)) === Op.Spread) return true
  return false
}
