import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionOf, propertiesOf } from '../../schemas/schema-steps.ts'

/**
 * One call of a function that registers what it is handed over; values of that function's parameters are found by it.
 */
interface Frame {
  readonly call: number
  /** The function that is called. */
  readonly index: number
}

/** What a registration registers by one call of the functions around it. */
export interface WrappedRegistration {
  /** The outermost call, the one that says what is registered. */
  readonly call: number
  /**
   * The node that a node of the registration stands for by that call; the node itself where it stands for no parameter.
   */
  readonly resolve: (node: number) => number
}

/**
 * Calls of the project's own `tool(name, schema, callback)`, whose parameters are handed on to a server: one for each
 * name that is registered so. Empty where the name is no parameter, or nobody is known to call.
 */
export function wrappedRegistrations(known: KnownProgram, nameNode: number): readonly WrappedRegistration[] {
  const found: WrappedRegistration[] = []
  const steps = { left: dataflowLimits.maxTools }
  const follow = (node: number, frames: readonly Frame[]) => {
    if ((steps.left -= 1) < 0) return
    const parameter = parameterAt(known, node)
    if (!parameter || frames.length >= dataflowLimits.maxSpreads) {
      const [outermost] = frames
      if (outermost) found.push({ call: outermost.call, resolve: (one) => resolveIn(known, one, frames) })
      return
    }
    for (const call of known.references.callers(parameter.index)) {
      const argument = known.references.argumentFor(call, parameter.index, parameter.position)
      if (argument !== undefined && !frames.some((frame) => frame.call === call))
        follow(argument, [{ call, index: parameter.index }, ...frames])
    }
  }
  follow(nameNode, [])
  return found
}

/** The parameter that a node is, seen through variables of functions around it. */
function parameterAt(
  { program }: KnownProgram,
  node: number,
): { readonly index: number; readonly position: number } | undefined {
  let at = node
  while (program.op(at) === Op.Capture || program.op(at) === Op.Typed) at = program.operand(at, 0)
  return program.op(at) === Op.Parameter
    ? { index: program.functionOf(at), position: program.operand(at, 0) }
    : undefined
}

/** What a parameter, or an attribute of one, is by these calls; the innermost is the last. */
function resolveIn(known: KnownProgram, node: number, frames: readonly Frame[]): number {
  const { program, references } = known
  let at = node
  for (let last = frames.length - 1; last >= 0; last -= 1) {
    const frame = frames[last]
    const parameter = parameterAt(known, at)
    if (frame && parameter?.index === frame.index)
      at = references.argumentFor(frame.call, frame.index, parameter.position) ?? at
    else if (frame && program.op(at) === Op.Load) {
      const owner = parameterAt(known, program.operand(at, 0))
      const object =
        owner?.index === frame.index ? references.argumentFor(frame.call, frame.index, owner.position) : undefined
      const definition = object === undefined ? undefined : definitionOf(known, object)
      at = definition === undefined ? at : (propertiesOf(known, definition).values.get(program.text(at, 1)) ?? at)
    }
  }
  return at
}
