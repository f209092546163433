import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import { namesOfCall } from './call-names.ts'
import type { GuardContext } from './guard-context.ts'
import { collectionOf } from './iterated-collection.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'

/**
 * Returns the constant strings that a value may be or, for a list, set, map, or object, that it contains. Undefined if
 * there may be others.
 */
export function constantTexts(context: GuardContext, node: number, depth = 0): readonly string[] | undefined {
  if (depth > dataflowLimits.maxDerivationDepth) return undefined
  const at = seenThrough(context, node)
  const collection = collectionOf(context, at)
  if (collection >= 0) return constantTexts(context, collection, depth + 1)
  const texts: string[] = []
  for (const definition of definitionsOf(context, at)) {
    const some = textsOfDefinition(context, definition, depth)
    if (!some) return undefined
    texts.push(...some)
  }
  return texts.length === 0 ? undefined : texts
}

const collecting: ReadonlySet<string> = new Set([
  'Set',
  'Map',
  'Object.freeze',
  'frozenset',
  'set',
  'list',
  'tuple',
  'Object.keys',
  'Array.from',
  'Object.values',
])

function textsOfDefinition(context: GuardContext, definition: number, depth: number): readonly string[] | undefined {
  const { program } = context
  const count = program.operandCount(definition)
  if (count > dataflowLimits.maxOperands) return undefined
  const parts = Array.from({ length: count }, (_, index) => program.operand(definition, index))
  switch (program.op(definition)) {
    case Op.Literal:
      return [program.text(definition, 1)]
    case Op.ArrayOf: {
      const texts: string[] = []
      for (const part of parts) {
        const inner =
          program.op(part) === Op.Spread
            ? program.operand(part, 0)
            : program.op(part) === Op.ArrayOf
              ? program.operand(part, 0)
              : part
        const some = constantTexts(context, inner, depth + 1)
        if (!some) return undefined
        texts.push(...some)
      }
      return texts
    }
    case Op.ObjectOf:
      return parts.every((part) => program.op(part) === Op.Property)
        ? parts.map((part) => program.text(part, 0))
        : undefined
    // An item at an unknown index may be any item of the list.
    case Op.LoadDynamic: {
      const list = program.operand(definition, 0)
      return definitionsOf(context, seenThrough(context, list)).every((one) => program.op(one) === Op.ArrayOf)
        ? constantTexts(context, list, depth + 1)
        : undefined
    }
    case Op.Call:
    case Op.New: {
      const names = namesOfCall(context, definition)
      const first = program.operand(definition, 1)
      return names.externals.some((name) => collecting.has(name)) ? constantTexts(context, first, depth + 1) : undefined
    }
    default:
      return undefined
  }
}
