import { Op } from '../../ir/operations.ts'
import { namesOfCall } from './call-names.ts'
import { itemPlace } from './checks/listed-items.ts'
import type { GuardContext } from './guard-context.ts'
import { characterSet } from './patterns/characters.ts'
import { seenThrough } from './seen-through.ts'
import { noValueFacts, type ValueFacts, valueFacts } from './value-facts.ts'

const withoutSlash = valueFacts({ denied: characterSet('/') })

/** Returns the facts about one part of a string split at slashes: `type.split('/')[1]`. */
export function factsFromSplit(context: GuardContext, value: number): ValueFacts {
  const { program, values } = context
  const node = values.nodeOf(value)
  const isItem =
    node >= 0 &&
    (program.op(node) === Op.LoadDynamic ? itemPlace(program, node) !== undefined : isNumbered(context, node))
  if (!isItem) return noValueFacts
  const call = seenThrough(context, program.operand(node, 0))
  // If the split has a limit, the last part may contain further slashes.
  if (program.op(call) !== Op.Call || program.operandCount(call) !== 2) return noValueFacts
  const isSplit = namesOfCall(context, call).method === 'split' && context.references.callees(call).length === 0
  return isSplit && program.literalText(program.operand(call, 1)) === '/' ? withoutSlash : noValueFacts
}

const isNumbered = ({ program }: GuardContext, node: number) =>
  program.op(node) === Op.Load && /^\d+$/.test(program.text(node, 1))
