import type { TaintKind } from '../../taint-kind.ts'

/**
 * Of what is put together from parts and then read as a language, each place where that is done is a defect of its own:
 * many of them end in one function that runs it.
 */
export const composedKinds: ReadonlySet<TaintKind> = new Set<TaintKind>(['code', 'command', 'query'])

/** Other places than the first one that are told of one sink, and steps that are gone back from it to find them. */
const bounds = { places: 200, steps: 20_000 }

export interface BackwardPaths {
  /** States of the sink's value that taint reaches. */
  readonly ends: readonly number[]
  /** Steps that lead to a state and that taint takes, guards being asked. */
  readonly stepsInto: (state: number) => Iterable<number>
  readonly from: (step: number) => number
  readonly nodeOf: (state: number) => number
  readonly joins: (node: number) => boolean
}

/** A way from a place where something is put together to a sink, the last such place before it. */
export interface PathFromLocation {
  /** The state at that place. */
  readonly begin: number
  readonly end: number
  readonly steps: readonly number[]
}

/**
 * Goes back from a sink to all places where what reaches it was put together last, the nearest first; each place once.
 */
export function pathsToSink({ ends, stepsInto, from, nodeOf, joins }: BackwardPaths): PathFromLocation[] {
  const next = new Map<number, { readonly step: number; readonly to: number } | undefined>(
    ends.map((end) => [end, undefined]),
  )
  const found: PathFromLocation[] = []
  const places = new Set<number>()
  const waiting = [...ends]
  for (let at = 0; at < waiting.length && next.size < bounds.steps && places.size < bounds.places; at += 1) {
    const state = waiting[at] ?? 0
    const node = nodeOf(state)
    if (joins(node)) {
      if (!places.has(node)) found.push({ begin: state, ...wayFrom(state) })
      places.add(node)
      continue
    }
    for (const step of stepsInto(state)) {
      const before = from(step)
      if (next.has(before)) continue
      next.set(before, { step, to: state })
      waiting.push(before)
    }
  }
  return found

  function wayFrom(state: number): Pick<PathFromLocation, 'end' | 'steps'> {
    const steps: number[] = []
    let end = state
    for (let one = next.get(state); one; one = next.get(end)) {
      steps.push(one.step)
      end = one.to
    }
    return { end, steps }
  }
}
