import { Op, RegionKind } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** Maximum number of values visited for one condition, and of regions around one value. Above them, callers choose. */
const bounds = { values: 60, regions: 40 }

const remembered = new WeakMap<Program, Map<number, boolean>>()

/**
 * Reports whether callers choose a value: it depends on a parameter that several calls pass, or on an item of a list.
 * Each tool that shares the code then has only one of the possible texts.
 */
export function isChosenByCaller(known: KnownProgram, node: number): boolean {
  const { program } = known
  const answers = remembered.get(program) ?? new Map<number, boolean>()
  remembered.set(program, answers)
  const answer = answers.get(node) ?? dependsOnCaller(known, node)
  answers.set(node, answer)
  return answer
}

function dependsOnCaller({ program, references }: KnownProgram, start: number): boolean {
  const waiting = [start]
  const seen = new Set(waiting)
  for (const node of waiting) {
    const op = program.op(node)
    if (op === Op.Element || op === Op.Key) return true
    if (op === Op.Parameter && references.callers(program.functionOf(node)).length !== 1) return true
    // The values of a variable that several functions assign are the same for all callers.
    const count = op === Op.Cell ? 0 : program.operandCount(node)
    if (seen.size + count > bounds.values) return true
    for (let index = 0; index < count; index += 1) {
      const operand = program.operand(node, index)
      if (operand < 0 || !isOperand(op, index) || seen.has(operand)) continue
      seen.add(operand)
      waiting.push(operand)
    }
  }
  return false
}

/** Reports whether an operand is a value, not the index of a text, a function, or a region. */
function isOperand(op: Op, index: number): boolean {
  switch (op) {
    case Op.Literal:
    case Op.Parameter:
    case Op.Import:
    case Op.Global:
    case Op.Closure:
    case Op.Class:
      return false
    case Op.Phi:
      return index % 2 === 0
    case Op.Load:
    case Op.Typed:
      return index === 0
    case Op.Binary:
    case Op.Logical:
    case Op.Unary:
    case Op.Property:
    case Op.Keyword:
      return index > 0
    default:
      return true
  }
}

/** Reports whether callers choose if a region inside another one runs, or whether its condition is unknown. */
export function isRunByCaller(known: KnownProgram, region: number, outer = -1): boolean {
  const { program } = known
  let at = region
  for (let steps = 0; at >= 0 && at !== outer; at = program.regionAround(at), steps += 1) {
    const kind = program.regionKinds[at]
    if (steps >= bounds.regions || kind === RegionKind.case || kind === RegionKind.loop) return true
    const condition = program.conditionOf(at)
    if (condition >= 0 && isChosenByCaller(known, condition)) return true
  }
  return false
}
