import { Op, ParameterKind, RegionKind } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'

/** Regions that run unconditionally. */
const unconditional: ReadonlySet<number> = new Set([RegionKind.entry, RegionKind.attempt])

/**
 * Finds functions that return a function that only calls one of their parameters with its own arguments: `function
 * wrap(handler) { return async (args, extra) => { try { return await handler(args, extra) } catch { … } } }`. Their
 * result is modeled as that parameter. Otherwise, all functions that a project wraps this way would be merged. Maps
 * each function to the position of the parameter.
 */
export function transparentWrappers(program: Program): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [index, { parent, returns, parameters }] of program.functions.entries()) {
    const [returned] = returns
    if (parent < 0 || returned === undefined || returns.length > 1 || parameters.length === 0) continue
    const closure = program.operand(returned, 0)
    if (program.op(closure) !== Op.Closure) continue
    const inner = program.operand(closure, 0)
    const position = parameters.findIndex(
      ({ node, kind }) => kind === ParameterKind.positional && isOnlyCalled(program, node, inner),
    )
    if (position >= 0) found.set(index, position)
  }
  return found
}

/** True if the inner function only passes its own arguments to a parameter of the outer function. */
function isOnlyCalled(program: Program, parameter: number, inner: number): boolean {
  const calls: number[] = []
  for (const capture of program.users(parameter)) {
    if (program.op(capture) !== Op.Capture || program.functionOf(capture) !== inner) continue
    for (const call of program.users(capture))
      if (program.op(call) === Op.Call && program.operand(call, 0) === capture) calls.push(call)
  }
  const [call, ...others] = calls
  const own = program.functions[inner]?.parameters ?? []
  return (
    call !== undefined &&
    others.length === 0 &&
    own.length > 0 &&
    program.operandCount(call) === own.length + 1 &&
    runsAlways(program, call) &&
    own.every(({ node, kind }, index) => isPassed(program, { node, kind }, program.operand(call, index + 1)))
  )
}

/** True if the argument is the whole parameter, which has no other use. */
function isPassed(
  program: Program,
  { node, kind }: { readonly node: number; readonly kind: ParameterKind },
  argument: number,
): boolean {
  const users = [...program.users(node)]
  if (users.length !== 1) return false
  if (kind === ParameterKind.positional) return argument === node
  return kind === ParameterKind.rest && program.op(argument) === Op.Spread && program.operand(argument, 0) === node
}

function runsAlways(program: Program, node: number): boolean {
  for (let region = program.regionAt(node); region >= 0; region = program.regionAround(region))
    if (!unconditional.has(program.regionKinds[region] ?? RegionKind.dead)) return false
  return true
}
