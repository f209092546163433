import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf } from '../../schemas/schema-steps.ts'
import { isChosenByCaller, isRunByCaller } from './caller-choice.ts'

/** Maximum number of steps to a value behind variables, awaits, and type assertions. */
const maxSteps = 8

/**
 * Returns the values among which a condition, an assignment, or a key selects at run time. Returns one value if it is
 * certain, and none if it is unknown. A value that several callers or objects provide is unknown, because each tool has
 * only one of them.
 */
export function optionsOf(known: KnownProgram, node: number): readonly number[] {
  const { program, references } = known
  let at = node
  for (let steps = 0; steps < maxSteps; steps += 1) {
    switch (program.op(at)) {
      case Op.Phi: {
        const operands = operandsOf(known, at)
        const values = operands.filter((_operand, index) => index % 2 === 0)
        const outer = program.regionAt(at)
        return operands.some((region, index) => index % 2 === 1 && isRunByCaller(known, region, outer)) ? [] : values
      }
      case Op.Logical: {
        const [left = -1, right = -1] = operandsOf(known, at).slice(1)
        return isChosenByCaller(known, left) ? [] : [left, right]
      }
      case Op.Cell:
        return operandsOf(known, at)
      case Op.Import:
        return definitionsOf(known, at)
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        at = program.operand(at, 0)
        break
      case Op.Load: {
        const [object, another] = references.objects(program.operand(at, 0))
        const values = definitionsOf(known, at)
        const isField = another === undefined && object !== undefined && program.op(object) === Op.ObjectOf
        return isField || values.length === 1 ? values : []
      }
      case Op.LoadDynamic:
        return valuesOfTable(known, at)
      case Op.Call:
        return returnedBy(known, at)
      case Op.Parameter: {
        const values = definitionsOf(known, at)
        return values.length === 1 ? values : []
      }
      default:
        return [at]
    }
  }
  return []
}

/** Returns the number of operands and table entries that `optionsOf` reads. */
export function optionCount({ program, references }: KnownProgram, node: number): number {
  const [table = -1] = program.op(node) === Op.LoadDynamic ? references.objects(program.operand(node, 0)) : []
  return program.operandCount(node) + (table < 0 ? 0 : program.operandCount(table))
}

export const operandsOf = ({ program }: KnownProgram, node: number): number[] =>
  Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index))

/** Returns the value of a constant key. If the key is known only at run time, returns all values of the table. */
function valuesOfTable(known: KnownProgram, node: number): readonly number[] {
  const { program, references } = known
  const [definition, another] = definitionsOf(known, node)
  if (definition !== undefined && another === undefined && definition !== node) return [definition]
  const [table, other] = references.objects(program.operand(node, 0))
  if (table === undefined || other !== undefined || isChosenByCaller(known, program.operand(node, 1))) return []
  if (program.op(table) === Op.ObjectOf) return [...propertiesOf(known, table).values.values()]
  return program.op(table) === Op.ArrayOf
    ? operandsOf(known, table).filter((item) => program.op(item) !== Op.Spread)
    : []
}

/** Returns the values that a function of the project returns. Returns other calls unchanged. */
function returnedBy(known: KnownProgram, call: number): readonly number[] {
  const { program, references } = known
  const [callee, another] = references.callees(call)
  if (callee === undefined) return [call]
  const returns = another === undefined ? (program.functions[callee]?.returns ?? []) : []
  return returns.length > 1 && returns.some((one) => isRunByCaller(known, program.regionAt(one)))
    ? []
    : returns.map((one) => program.operand(one, 0))
}
