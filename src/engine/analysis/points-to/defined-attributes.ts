import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import { anyKey } from './attribute-keys.ts'

/** An attribute defined on an object by a call. */
export interface DefinedAttribute {
  readonly key: string
  /** Node of the value that reading the attribute returns. */
  readonly value: number
}

/** Reads `Object.defineProperty(object, key, { value })` or `{ get }`. The getter's result is the attribute's value. */
export function describedAttribute(program: Program, call: number): DefinedAttribute[] {
  const key = program.literalText(program.operand(call, 2)) ?? anyKey
  return entriesOf(program, program.operand(call, 3)).flatMap(({ key: part, value }) => {
    if (part === 'value') return [{ key, value }]
    return part === 'get' ? given(program, value).map((one) => ({ key, value: one })) : []
  })
}

/**
 * Reads `__export(object, { name: () => value })` from esbuild and `_export(object, { get name() { … } })` from SWC.
 */
export function exportedAttributes(program: Program, call: number): DefinedAttribute[] {
  return entriesOf(program, program.operand(call, 2)).flatMap(({ key, value }) =>
    given(program, value).map((one) => ({ key, value: one })),
  )
}

function entriesOf(program: Program, literal: number): DefinedAttribute[] {
  if (literal < 0 || program.op(literal) !== Op.ObjectOf) return []
  const entries: DefinedAttribute[] = []
  for (let index = 0, count = program.operandCount(literal); index < count; index += 1) {
    const entry = program.operand(literal, index)
    if (program.op(entry) === Op.Property)
      entries.push({ key: program.text(entry, 0), value: program.operand(entry, 1) })
  }
  return entries
}

/** Returns a function literal's results. A getter in an object literal is already resolved to its result. */
function given(program: Program, value: number): number[] {
  if (program.op(value) !== Op.Closure) return [value]
  return (program.functions[program.operand(value, 0)]?.returns ?? []).map((returned) => program.operand(returned, 0))
}
