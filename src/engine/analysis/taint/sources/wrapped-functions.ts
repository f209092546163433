import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, ParameterKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Returns the functions that a decorator's inner function wraps: the possible values of `fn` in `def wrapper(ctx,
 * *args, **kwargs): return fn(ctx, *args, **kwargs)`, where `fn` is a parameter of the enclosing function. Empty if no
 * such function is in the program. Undefined if the inner function does not forward its arguments this way.
 */
export function wrappedFunctions(known: KnownProgram, index: number): readonly number[] | undefined {
  const callees = wrappedParameters(known, index)
  if (callees.size === 0) return undefined
  return [...new Set([...callees].flatMap((callee) => known.references.functions(callee)))]
    .filter((one) => one !== index)
    .toSorted((one, other) => one - other)
}

/** Returns the parameters of enclosing functions that an inner function calls, passing on its rest arguments. */
export function wrappedParameters(known: KnownProgram, index: number): ReadonlySet<number> {
  const { program } = known
  const callees = new Set<number>()
  for (const { node, kind } of program.functions[index]?.parameters ?? []) {
    if (kind !== ParameterKind.rest && kind !== ParameterKind.keywordRest) continue
    for (const spread of program.users(node)) {
      if (program.op(spread) !== Op.Spread && program.op(spread) !== Op.SpreadKeywords) continue
      for (const call of program.users(spread)) {
        const callee =
          program.op(call) === Op.Call && program.operand(call, 0) !== spread
            ? parameterAround(known, program.operand(call, 0), index)
            : undefined
        if (callee !== undefined) callees.add(callee)
      }
    }
  }
  return callees
}

/**
 * Returns the parameters of a wrapped function, by position or name, to which a decorator's inner function passes
 * explicit arguments. Their values flow through the inner function.
 */
export function handedByWrapper(known: KnownProgram, index: number): ReadonlySet<number | string> {
  const { program } = known
  const handed = new Set<number | string>()
  for (const callee of wrappedParameters(known, index))
    for (const capture of [callee, ...program.users(callee)])
      for (const call of program.users(capture)) {
        if (program.op(call) !== Op.Call || program.functionOf(call) !== index) continue
        if (parameterAround(known, program.operand(call, 0), index) !== callee) continue
        for (let place = 1; place < program.operandCount(call); place += 1) {
          const argument = program.operand(call, place)
          const op = program.op(argument)
          if (op === Op.Spread) break
          if (op !== Op.SpreadKeywords) handed.add(op === Op.Keyword ? program.text(argument, 0) : place - 1)
        }
      }
  return handed
}

/** Returns the enclosing function's parameter that a value refers to. Follows captures. */
function parameterAround({ program }: KnownProgram, node: number, index: number): number | undefined {
  let at = node
  for (
    let step = 0;
    step < dataflowLimits.maxOperands &&
    (program.op(at) === Op.Capture ||
      program.op(at) === Op.Typed ||
      (program.op(at) === Op.Cell && program.operandCount(at) === 1));
    step += 1
  )
    at = program.operand(at, 0)
  return program.op(at) === Op.Parameter && program.functionOf(at) !== index ? at : undefined
}
