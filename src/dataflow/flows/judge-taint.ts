import type { Guards } from '../guards/guard.ts'
import type { SinkUse } from '../sinks/sink.ts'
import type { Program } from '../program/program.ts'
import { maskOf, taintKinds, type TaintMask } from '../taint-kind.ts'
import type { Shapes } from './shapes.ts'
import type { SpreadTaint } from './spread-taint.ts'
import type { Adjacency } from './taint-graph.ts'

export interface JudgeTaintContext {
  readonly program: Program
  readonly guards: Guards
  readonly shapes: Shapes
  /** Whether a call gives another text than the one it got, in which what was checked for may stand again. */
  readonly decodes: (call: number) => boolean
  /** Called now and then; true when no time is left. */
  readonly isOver: () => boolean
  /** By node of the value. */
  readonly sinks: ReadonlyMap<number, readonly SinkUse[]>
}

/** A sink that taint reaches although guards were asked. */
export interface ReachedSink {
  readonly use: SinkUse
  /** Steps of the graph from the entry to the state of the sink's value. */
  readonly steps: readonly number[]
  /** Index of the entry. */
  readonly entry: number
  /** The state at the end. */
  readonly state: number
}

/**
 * Follows taint once more, only where sinks are ahead, and asks guards at each step which kinds of harm are left. Of the ways
 * to one sink the shortest counts. Where time runs out, what was reached by then counts.
 */
export function judgeTaint(context: JudgeTaintContext, spread: SpreadTaint): { readonly reached: ReachedSink[]; /** No time was left for all of it. */ readonly isCut: boolean } {
  const { graph, beginnings } = spread
  const wanted = kindsAhead(context, spread)
  const out = graph.stepsOutOf()
  const live = new Int32Array(graph.stateCount)
  /** By kind and state: the step that brought it, −2 − entry at its beginning, −1 for none. */
  const brought = taintKinds.map(() => new Int32Array(0))
  const broughtOf = (bit: number) => {
    const known = brought[bit]
    if (known && known.length > 0) return known
    return (brought[bit] = new Int32Array(graph.stateCount).fill(-1))
  }
  const queue: number[] = []
  const arrive = (state: number, mask: TaintMask, by: number) => {
    const added = mask & ~(live[state] ?? 0)
    if (added === 0) return
    for (let bit = 0; bit < taintKinds.length; bit += 1) if ((added & (1 << bit)) !== 0) broughtOf(bit)[state] = by
    live[state] = (live[state] ?? 0) | added
    queue.push(state)
  }
  for (const [entry, states] of beginnings.entries()) for (const state of states) arrive(state, (wanted[state] ?? 0) & context.shapes.carries(graph.shapeOf(state)), -2 - entry)
  let isCut = false
  for (let at = 0; at < queue.length && !isCut; at += 1) {
    isCut = at % statesBetween === 0 && context.isOver()
    const state = queue[at] ?? 0
    for (const step of out.of(state)) {
      const to = graph.to(step)
      const mask = (live[state] ?? 0) & (wanted[to] ?? 0) & context.shapes.carries(graph.shapeOf(to)) & ~(live[to] ?? 0)
      if (mask !== 0) arrive(to, mask & ~cleared(context, graph.nodeOf(state), graph.user(step), graph.region(step), mask), step)
    }
  }
  return { reached: reached(context, spread, live, brought), isCut }
}

/** Time is looked at after so many states: some 20 ms of guards. */
const statesBetween = 256

function cleared({ guards, decodes }: JudgeTaintContext, value: number, user: number, region: number, mask: TaintMask): TaintMask {
  // What is decoded afterwards is not what was checked.
  return user < 0 || region < 0 || decodes(user) ? 0 : guards.judge({ value, user, region }, mask).cleared
}

/** By state: kinds for which a sink is ahead. */
function kindsAhead({ sinks, shapes }: JudgeTaintContext, { graph }: SpreadTaint): Int32Array {
  const wanted = new Int32Array(graph.stateCount)
  const into: Adjacency = graph.stepsInto()
  const queue: number[] = []
  for (let state = 0; state < graph.stateCount; state += 1) {
    let mask = 0
    for (const use of sinks.get(graph.nodeOf(state)) ?? []) mask |= carriedTo(shapes, graph.shapeOf(state), use)
    if (mask === 0) continue
    wanted[state] = mask
    queue.push(state)
  }
  for (let at = 0; at < queue.length; at += 1) {
    const state = queue[at] ?? 0
    for (const step of into.of(state)) {
      const from = graph.from(step)
      const mask = (wanted[state] ?? 0) & ~(wanted[from] ?? 0) & shapes.carries(graph.shapeOf(from))
      if (mask === 0) continue
      wanted[from] = (wanted[from] ?? 0) | mask
      queue.push(from)
    }
  }
  return wanted
}

/** The kind of a sink, where what a value carries in the place that the sink takes can do that harm; else 0. */
function carriedTo(shapes: Shapes, shape: number, { kind, at }: SinkUse): TaintMask {
  let place: number | undefined = shape
  for (const key of at ?? []) place = place === undefined ? undefined : shapes.at(place, key === '*' ? undefined : key)
  return place === undefined ? 0 : shapes.carries(place) & maskOf(kind)
}

function reached(context: JudgeTaintContext, { graph }: SpreadTaint, live: Int32Array, brought: readonly Int32Array[]): ReachedSink[] {
  const { sinks, shapes, program } = context
  const found: ReachedSink[] = []
  const seen = new Set<SinkUse>()
  for (let state = 0; state < graph.stateCount; state += 1) {
    if (live[state] === 0) continue
    const node = graph.nodeOf(state)
    for (const use of sinks.get(node) ?? []) {
      const mask = carriedTo(shapes, graph.shapeOf(state), use) & (live[state] ?? 0)
      if (mask === 0 || seen.has(use)) continue
      const taker = use.takenBy ?? use.node
      if ((cleared(context, node, taker, program.regionOf[taker] ?? -1, mask) & mask) !== 0) continue
      // A check of the whole list is one of its elements.
      if (use.within !== undefined && (cleared(context, use.within, use.node, program.regionOf[use.node] ?? -1, mask) & mask) !== 0) continue
      seen.add(use)
      const bit = taintKinds.indexOf(use.kind)
      const steps: number[] = []
      let by = brought[bit]?.[state] ?? -1
      // A way is no longer than there are states.
      for (let length = 0; by >= 0 && length < graph.stateCount; length += 1) {
        steps.push(by)
        by = brought[bit]?.[graph.from(by)] ?? -1
      }
      if (by <= -2) found.push({ use, steps: steps.toReversed(), entry: -2 - by, state })
    }
  }
  return found
}
