import type { TakeStep, TaintStepsContext } from './taint-step.ts'

/** Propagates a tainted key stored in a container to every value read by iterating over that container. */
export function keepKey(
  { program, shapes, keys }: Pick<TaintStepsContext, 'program' | 'shapes' | 'keys'>,
  shape: number,
  keeper: number,
  user: number,
  take: TakeStep,
): void {
  const key = shapes.text(shape, 0)
  if (key === undefined) return
  for (const { node, gives } of keys.visitsOf(keeper)) {
    const visited = gives === 'pair' || gives === 'pairs' ? shapes.wrap(key, '0') : key
    take(
      { node, context: 0, shape: gives === 'keys' || gives === 'pairs' ? shapes.wrap(visited, undefined) : visited },
      user,
      program.regionOf[user] ?? -1,
    )
  }
}
