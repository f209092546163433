import { fingerprint } from '../../../model/fingerprint.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import { OperandKind, operandKind } from '../../program/operand-kinds.ts'
import { constantTexts } from './constant-texts.ts'
import type { GuardContext } from './guard-context.ts'
import { Memo } from './memo.ts'

/** Maximum number of nodes in the functions of one check. */
const maxNodes = 20_000

const remembered = new Memo<string>()

/**
 * Identifies a check's behavior by the operations of the program functions that it runs, directly or indirectly. The
 * identity stays the same if other code changes, or if these functions are moved or reformatted. Empty for a check that
 * runs no program function.
 */
export function guardIdentity(context: GuardContext, node: number): string {
  return remembered.answer(context, node, () => {
    const functions = functionsOf(context, node)
    return functions.length === 0 ? '' : fingerprint(functions.map((index) => textOf(context, index)))
  })
}

/** Returns the functions that a call runs, nearest first. */
function functionsOf(context: GuardContext, node: number): readonly number[] {
  const { program, references, index } = context
  if (program.op(node) !== Op.Call && program.op(node) !== Op.New) return []
  const found = new Set<number>()
  let calls: readonly number[] = [node]
  let nodes = 0
  for (let depth = 0; depth < dataflowLimits.maxValidatorDepth && calls.length > 0; depth += 1) {
    const callees = [...new Set(calls.flatMap((call) => references.callees(call)))].filter((one) => !found.has(one))
    const next: number[] = []
    for (const callee of callees) {
      const [first, end] = index.range(callee)
      nodes += end - first
      if (found.size >= dataflowLimits.maxMarkedFunctions || nodes > maxNodes) return [...found]
      found.add(callee)
      next.push(...index.calls(callee))
    }
    calls = next
  }
  return [...found]
}

/** Serializes a function's operations without positions. */
function textOf(context: GuardContext, functionIndex: number): string {
  const { program, index } = context
  const [first, end] = index.range(functionIndex)
  const parts: string[] = []
  for (let node = first; node < end; node += 1) {
    const region = program.regionAt(node)
    const condition = program.conditionOf(region)
    const operands = Array.from({ length: program.operandCount(node) }, (_none, place) =>
      operandText(context, { node, place, first, end }),
    )
    const held = condition >= first && condition < end ? condition - first : ''
    parts.push(`${program.op(node)}(${operands.join()})${program.regionKinds[region]}${held}`)
  }
  return parts.join(';')
}

interface OperandPlace {
  readonly node: number
  readonly place: number
  /** First node of the function. */
  readonly first: number
  readonly end: number
}

function operandText(context: GuardContext, { node, place, first, end }: OperandPlace): string {
  const { program, references } = context
  const operand = program.operand(node, place)
  switch (operandKind(program.op(node), place)) {
    case OperandKind.string:
      return JSON.stringify(program.text(node, place))
    case OperandKind.plain:
      return String(operand)
    case OperandKind.node: {
      if (operand >= first && operand < end) return String(operand - first)
      const outside = operand < 0 ? undefined : (constantTexts(context, operand) ?? references.externals(operand))
      return `^${JSON.stringify(outside ?? '')}`
    }
    default:
      return ''
  }
}
