import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import type { ProgramParameter } from '../../program/program-parts.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, receiverOf, type Steps } from '../../schemas/schema-steps.ts'
import { listShape, type Shape } from '../../schemas/shape.ts'

/**
 * Returns the functions that run when a callback value is called: the function itself, a bound method, or the closure
 * returned by a wrapper. If the wrapper is external or its callback is unresolved, searches the wrapper's arguments.
 */
export function callbackFunctions(
  known: KnownProgram,
  node: number,
  steps: Steps = { left: dataflowLimits.maxCallbackSteps },
  depth = 0,
): readonly number[] {
  const { program, references } = known
  const found = new Set(references.functions(node))
  for (const definition of definitionsOf(known, node)) {
    if (program.op(definition) !== Op.Call || depth > 3 || (steps.left -= 1) < 0) continue
    const receiver = calledName(known, definition) === 'bind' ? receiverOf(known, definition) : undefined
    if (receiver !== undefined) for (const one of callbackFunctions(known, receiver, steps, depth + 1)) found.add(one)
    else if (found.size === 0 || [...found].some((one) => takesRest(known, one)))
      for (const argument of positionalArguments(known, definition))
        for (const one of callbackFunctions(known, argument, steps, depth + 1)) found.add(one)
  }
  return [...found].toSorted((one, other) => one - other)
}

/** True for a function that takes only rest arguments, as in `(...rest) => callback(...rest)`. */
function takesRest({ program }: KnownProgram, index: number): boolean {
  return program.functions[index]?.parameters.some(({ kind }) => kind === ParameterKind.rest) ?? false
}

/** Returns a function's parameters without its receiver. */
export function callableParameters({ program }: KnownProgram, index: number): readonly ProgramParameter[] {
  const found = program.functions[index]
  if (!found) return []
  return (found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.parameters : found.parameters.slice(1)
}

/**
 * Returns the parameter that receives an argument, and the shape of the value that it receives. A rest parameter
 * receives a list.
 */
export function parameterFor(
  parameters: readonly ProgramParameter[],
  index: number,
  shape: Shape,
): { readonly node: number; readonly shape: Shape } | undefined {
  const own = parameters[index]
  if (own?.kind === ParameterKind.positional || own?.kind === ParameterKind.positionalOnly)
    return { node: own.node, shape }
  const rest = parameters.findIndex(({ kind }) => kind === ParameterKind.rest)
  const taken = parameters[rest]
  return taken && rest <= index ? { node: taken.node, shape: listShape(shape) } : undefined
}
