import { LiteralKind, Op } from '../ir/operations.ts'
import { dataflowLimits } from '../dataflow-limits.ts'
import type { KnownProgram } from './known-program.ts'

/** Returns a node's possible definitions, or the node itself if none is known. The list is short and deterministic. */
export function definitionsOf({ program, references }: KnownProgram, node: number): readonly number[] {
  const found = references.origins(node)
  if (found.length === 0) return [node]
  if (!found.some((one) => isFrozen(program, one))) return found
  return found.flatMap((one) => (isFrozen(program, one) ? references.origins(program.operand(one, 1)) : [one]))
}

/** True for `Object.freeze(x)`, which returns `x`. */
function isFrozen(program: KnownProgram['program'], node: number): boolean {
  return (
    program.op(node) === Op.Call &&
    program.operandCount(node) === 2 &&
    program.op(program.operand(node, 0)) === Op.Load &&
    program.text(program.operand(node, 0), 1) === 'freeze'
  )
}

/** Returns a node's only definition, or undefined if it has several. */
export function definitionOf(known: KnownProgram, node: number): number | undefined {
  const [first, second] = definitionsOf(known, node)
  return second === undefined ? first : undefined
}

/** Returns the name of the called method or external function. */
export function calledName({ program, references }: KnownProgram, call: number): string | undefined {
  const callee = program.operand(call, 0)
  if (program.op(callee) === Op.Load) return program.text(callee, 1)
  const [external] = references.externals(callee)
  return external === undefined ? undefined : external.slice(external.lastIndexOf('.') + 1).replace(/^new /, '')
}

/** Returns the receiver of a method call, or undefined for other calls. */
export function receiverOf({ program }: KnownProgram, call: number): number | undefined {
  const callee = program.operand(call, 0)
  return program.op(callee) === Op.Load ? program.operand(callee, 0) : undefined
}

/** Returns the arguments before the first one whose position is unknown. */
export function positionalArguments({ program }: KnownProgram, call: number): number[] {
  const found: number[] = []
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    const op = program.op(argument)
    if (op === Op.Spread) break
    if (op !== Op.Keyword && op !== Op.SpreadKeywords) found.push(argument)
  }
  return found
}

export function keywordArgument({ program }: KnownProgram, call: number, name: string): number | undefined {
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) === Op.Keyword && program.text(argument, 0) === name) return program.operand(argument, 1)
  }
  return undefined
}

/** Remaining number of steps in an analysis. */
export interface Steps {
  left: number
}

export interface ObjectProperties {
  /** Values by key, in source order. */
  readonly values: ReadonlyMap<string, number>
  /** True if the object has unknown properties: a spread of another object or a computed key. */
  readonly isOpen: boolean
}

/** Returns an object literal's properties, including those of literals spread into it. */
export function propertiesOf(
  known: KnownProgram,
  object: number,
  steps: Steps = { left: dataflowLimits.maxProperties },
  depth = 0,
): ObjectProperties {
  const { program } = known
  const values = new Map<string, number>()
  let isOpen = false
  const count = program.op(object) === Op.ObjectOf ? program.operandCount(object) : 0
  for (let index = 0; index < count; index += 1) {
    if ((steps.left -= 1) < 0) return { values, isOpen: true }
    const entry = program.operand(object, index)
    switch (program.op(entry)) {
      case Op.Property:
        values.set(program.text(entry, 0), program.operand(entry, 1))
        break
      case Op.ComputedProperty: {
        const key = textOf(known, program.operand(entry, 0))
        if (key === undefined) isOpen = true
        else values.set(key, program.operand(entry, 1))
        break
      }
      default: {
        const spread = depth < dataflowLimits.maxSpreads ? definitionOf(known, program.operand(entry, 0)) : undefined
        if (spread === undefined || program.op(spread) !== Op.ObjectOf) isOpen = true
        else {
          const inner = propertiesOf(known, spread, steps, depth + 1)
          for (const [key, value] of inner.values) values.set(key, value)
          isOpen ||= inner.isOpen
        }
      }
    }
  }
  return { values, isOpen }
}

/** Returns a constant's text, or undefined for other values. */
export function textOf(known: KnownProgram, node: number): string | undefined {
  const definition = definitionOf(known, node)
  return definition === undefined ? undefined : known.program.literalText(definition)
}

/** Returns the pattern and flags of a regular expression, which is a literal or constructed from constant strings. */
export function patternOf(
  known: KnownProgram,
  node: number,
): { readonly pattern: string; readonly flags: string } | undefined {
  const { program } = known
  const definition = definitionOf(known, node)
  if (definition === undefined) return undefined
  if (program.op(definition) === Op.Literal && program.operand(definition, 0) === LiteralKind.pattern) {
    const text = program.text(definition, 1)
    const end = text.lastIndexOf('/')
    return { pattern: text.slice(1, end), flags: text.slice(end + 1) }
  }
  if (
    (program.op(definition) === Op.New || program.op(definition) === Op.Call) &&
    ['RegExp', 're.compile'].includes(known.references.externals(program.operand(definition, 0))[0] ?? '')
  ) {
    const [source, flags] = positionalArguments(known, definition)
    const pattern = source === undefined ? undefined : textOf(known, source)
    const flagText = flags === undefined ? '' : textOf(known, flags)
    return pattern === undefined || flagText === undefined ? undefined : { pattern, flags: flagText }
  }
  return undefined
}
