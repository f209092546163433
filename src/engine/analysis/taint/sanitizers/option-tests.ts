import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import { OperandKind, operandKind } from '../../program/operand-kinds.ts'
import { maskOf } from '../../taint-kind.ts'
import { factsAboutValue } from './element-facts.ts'
import { namesOfCall } from './call-names.ts'
import { valueFacts } from './value-facts.ts'
import { type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { seenThrough } from './seen-through.ts'

/** Maximum number of nodes to visit per function. */
const maxNodes = 2_000

/**
 * Maximum number of exits per function. `maxTests` is the maximum number of tests; each one visits the conditions of
 * all exits.
 */
const maxEnds = 100
const maxTests = 20

/**
 * Clears the kind `argument` for the first argument of a project function that searches the argument for certain
 * strings and throws on a match. The program's author decides which options another program may receive and which files
 * a prompt may name (`@path`), so the remaining values are intended.
 */
export function argumentsTestedBy(context: GuardContext, call: number): Facts {
  const { references, program, values } = context
  const [callee, ...others] = references.callees(call)
  const given = callee === undefined || others.length > 0 ? undefined : references.argumentFor(call, callee, 0)
  if (callee === undefined || given === undefined) return noFacts
  const parameter = program.parameter(callee, 0)
  if (!testsOptions(context, callee, parameter) && !testsFileReferences(context, callee, parameter)) return noFacts
  return factsAboutValue(values, values.of(given), valueFacts({ cleared: maskOf('argument') }))
}

/** Reports whether a function loops over all matches of a pattern that starts with `@`, and throws for some of them. */
function testsFileReferences(context: GuardContext, functionIndex: number, text: number): boolean {
  const { program, references, index } = context
  return index
    .calls(functionIndex)
    .slice(0, maxNodes)
    .some((call) => {
      const { method, receiver } = namesOfCall(context, call)
      const first = program.operand(call, 1)
      const [pattern, subject] =
        method === 'matchAll' ? [first, receiver] : method === 'exec' ? [receiver, first] : [-1, -1]
      if (seenThrough(context, subject) !== text) return false
      if (
        ![pattern, ...references.origins(seenThrough(context, pattern))].some(
          (one) =>
            program.op(one) === Op.Literal &&
            /^\/(?:\(\?<?[:=!][^@]*)?@/.test(program.text(one, 1)) &&
            /\/[a-fh-z]*g[a-z]*$/.test(program.text(one, 1)),
        )
      )
        return false
      const found = method === 'exec' ? [call] : program.users(call).filter((user) => program.op(user) === Op.Element)
      return found
        .slice(0, maxTests)
        .some((match) =>
          throwsBecauseOf(
            context,
            match,
            (condition) => !(method === 'exec' && isComparedWith(context, condition, match)),
          ),
        )
    })
}

/** True for `(match = pattern.exec(text)) !== null`, because it is the condition of the loop itself. */
function isComparedWith({ program }: GuardContext, condition: number, match: number): boolean {
  return (
    condition === match ||
    (program.op(condition) === Op.Binary &&
      (program.operand(condition, 1) === match || program.operand(condition, 2) === match))
  )
}

/** Reports whether a function tests list elements for a leading dash, and throws for such an element. */
function testsOptions(context: GuardContext, functionIndex: number, list: number): boolean {
  const { program, index } = context
  const isDashTest = (call: number) => {
    const { method, receiver } = namesOfCall(context, call)
    if (
      (method !== 'startsWith' && method !== 'startswith') ||
      program.literalText(program.operand(call, 1))?.startsWith('-') !== true
    )
      return false
    const tested = seenThrough(context, receiver)
    return program.op(tested) === Op.Element && seenThrough(context, program.operand(tested, 0)) === list
  }
  return index
    .calls(functionIndex)
    .slice(0, maxNodes)
    .filter(isDashTest)
    .slice(0, maxTests)
    .some((call) => throwsBecauseOf(context, call, () => true))
}

/**
 * Reports whether a function throws, or calls a function that always throws, in the loop around a node. A condition
 * that leads there must depend on the node and be accepted by `counts`.
 */
function throwsBecauseOf(context: GuardContext, node: number, counts: (condition: number) => boolean): boolean {
  const { program, references, index } = context
  const inside = program.functionOf(node)
  const loop = loopAround(context, node)
  if (loop < 0) return false
  const alwaysThrows = (called: number) =>
    program.functions[called]?.returns.length === 0 && program.functions[called].end < 0
  const isBecause = (end: number) => {
    if (index.isCaught(end)) return false
    for (let region = program.regionAt(end); region > loop; region = program.regionAround(region)) {
      const condition = program.conditionOf(region)
      if (condition >= 0 && counts(condition) && isMadeOf(context, condition, node)) return true
    }
    return false
  }
  const ends = [
    ...index.exits(inside).filter((exit) => program.op(exit) === Op.Throw),
    ...index
      .calls(inside)
      .slice(0, maxNodes)
      .filter((call) => references.callees(call).some(alwaysThrows)),
  ]
  return ends.slice(0, maxEnds).some((end) => program.isWithin(program.regionAt(end), loop) && isBecause(end))
}

function loopAround({ program }: GuardContext, node: number): number {
  for (let region = program.regionAt(node); region >= 0; region = program.regionAround(region))
    if (program.regionKinds[region] === RegionKind.loop) return region
  return -1
}

/** Reports whether a value depends on a node. */
function isMadeOf({ program }: GuardContext, value: number, node: number): boolean {
  const seen = new Set([value])
  for (const at of seen) {
    if (at === node) return true
    if (seen.size > dataflowLimits.maxOperands) continue
    for (let index = 0, count = program.operandCount(at); index < count; index += 1)
      if (operandKind(program.op(at), index) === OperandKind.node) seen.add(program.operand(at, index))
  }
  return false
}
