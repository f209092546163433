import type { TakeStep, TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'

/** Propagates the taint of a string derived from a value. */
export function textStep(
  { program, shapes, guards }: TaintStepsContext,
  { node, context, shape }: TaintState,
  user: number,
  take: TakeStep,
): void {
  const text = shapes.text(shape, guards.transfer(user, node).cleared)
  if (text !== undefined) take({ node: user, context, shape: text }, user, program.regionOf[user] ?? -1)
}
