import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * A call argument: a value and the path to the argument in it. In `f(...list)`, the argument is an element of `list`.
 */
export interface GivenValue {
  readonly value: number
  readonly at: readonly string[]
}

/** Returns the argument at a given position or with a given name. Undefined if the call does not pass it. */
export function givenValue(
  { program }: KnownProgram,
  call: number,
  position: number,
  ...names: readonly string[]
): GivenValue | undefined {
  // Keywords come first, because a keyword identifies the argument regardless of its position.
  for (let index = 1, count = names.length === 0 ? 0 : program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) === Op.Keyword && names.includes(program.text(argument, 0)))
      return { value: program.operand(argument, 1), at: [] }
  }
  let place = 0
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    switch (program.op(argument)) {
      case Op.Keyword:
        break
      case Op.SpreadKeywords:
        if (names[0] !== undefined) return { value: program.operand(argument, 0), at: [names[0]] }
        break
      case Op.Spread:
        if (position === Infinity) break
        return { value: program.operand(argument, 0), at: [String(position - place)] }
      default:
        if (place === position) return { value: argument, at: [] }
        place += 1
    }
  }
  return undefined
}

/** Returns all positional arguments of a call. */
export function givenValues({ program }: KnownProgram, call: number): GivenValue[] {
  const found: GivenValue[] = []
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    const op = program.op(argument)
    if (op === Op.Spread) found.push({ value: program.operand(argument, 0), at: ['*'] })
    else if (op !== Op.Keyword && op !== Op.SpreadKeywords) found.push({ value: argument, at: [] })
  }
  return found
}

/** Returns the values of an option, which is a keyword argument or a property of an object argument. */
export function optionValues(known: KnownProgram, call: number, name: string): number[] {
  const { program, references } = known
  const found: number[] = []
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) === Op.Keyword) {
      if (program.text(argument, 0) === name) found.push(program.operand(argument, 1))
      continue
    }
    for (const object of references.objects(argument))
      if (program.op(object) === Op.ObjectOf) found.push(...references.attribute(object, name))
  }
  return found
}

/** Reports whether an option may be on: the call passes it and it is not a falsy constant. */
export function isOn(known: KnownProgram, call: number, name: string): boolean {
  const { program, references } = known
  return optionValues(known, call, name).some((value) =>
    (references.origins(value).length === 0 ? [value] : references.origins(value)).some(
      (origin) =>
        program.op(origin) !== Op.Literal || !/^(?:false|False|null|None|undefined|0|)$/.test(program.text(origin, 1)),
    ),
  )
}
