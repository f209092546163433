import { Op } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { GuardJudgement, Guards } from '../sanitizers/guard.ts'
import type { SinkUse } from '../sinks/sink.ts'
import { harmAt } from '../sinks/statement-languages.ts'
import type { Program } from '../../program/program.ts'
import type { TaintMask } from '../../taint-kind.ts'
import type { CheckedFields } from './checked-fields.ts'
import type { Shapes } from './shapes.ts'
import { insideOwn, isSkipped } from './entered-calls.ts'
import { consistentPath } from './consistent-paths.ts'
import type { Contexts } from './contexts.ts'
import type { PropagatedTaint } from './propagate-taint.ts'
import type { Adjacency, TaintGraph } from './taint-graph.ts'
import { type GuardedPath, GuardedPaths } from './guarded-paths.ts'
import { StepJudgements } from './step-judgements.ts'
import { joins } from './joins.ts'
import { composedKinds, pathsToSink } from './paths-to-sink.ts'

export interface JudgeTaintContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly guards: Guards
  readonly shapes: Shapes
  readonly contexts: Contexts
  /** Reports whether a call decodes its argument, so that earlier checks no longer hold. */
  readonly decodes: (call: number) => boolean
  /** Called regularly; true if time ran out. */
  readonly isOver: () => boolean
  /** Sinks by the node whose value they receive. */
  readonly sinks: ReadonlyMap<number, readonly SinkUse[]>
  readonly checked: CheckedFields
  /** For each node, the taint kinds that the tool is meant to run. They are not followed from there. */
  readonly meant?: ReadonlyMap<number, TaintMask>
}

/** A sink that taint reaches despite guards. */
export interface ReachedSink {
  readonly use: SinkUse
  /** Graph steps from the source to the state of the sink's value. */
  readonly steps: readonly number[]
  /** Source index. */
  readonly entry: number
  readonly state: number
  /** Last node on the path that composes the text of a command, query, or code sink, or -1. */
  readonly place: number
}

/**
 * Finds the sinks that taint reaches despite guards. Returns the shortest path per sink. For commands, queries, and
 * code, returns the shortest path per place where the text is composed. If time runs out, returns the sinks found so
 * far.
 */
export function judgeTaint(
  context: JudgeTaintContext,
  spread: PropagatedTaint,
): { readonly reached: ReachedSink[]; /** True if time ran out. */ readonly isCut: boolean } {
  const ends = endsByUse(context, spread)
  const found: ReachedSink[] = []
  let isCut = false
  if (ends.size === 0) return { reached: found, isCut }
  const { graph } = spread
  const [outOf, into] = [graph.stepsOutOf(), graph.stepsInto()]
  const beginnings = beginningsIn(spread)
  const masks = new Set([...ends.keys()].map(harmAt))
  const asked = [...masks].reduce((all, mask) => all | mask, 0)
  const judged = new StepJudgements(graph.stepCount, (step) => {
    const { cleared, tested, relative } = judgementOf(
      context,
      graph.nodeOf(graph.from(step)),
      graph.user(step),
      graph.region(step),
      asked,
    )
    const made = transferOf(context, graph.nodeOf(graph.from(step)), graph.user(step))
    return {
      cleared: isSkipped(context, graph, step)
        ? asked
        : (cleared | checkedBefore(context, graph, step) | insideOwn(context, graph, step, relative)) & asked,
      tested: ((tested?.kinds ?? 0) | (made.tested?.kinds ?? 0)) & asked,
    }
  })
  for (const mask of masks) {
    const carries = (state: number) =>
      (context.shapes.carries(graph.shapeOf(state)) & mask) !== 0 &&
      ((context.meant?.get(graph.nodeOf(state)) ?? 0) & mask) === 0
    const isCleared = (step: number) => (judged.cleared(step) & mask) !== 0
    const isTested = (step: number) => ((judged.cleared(step) | judged.tested(step)) & mask) !== 0
    const ways = new GuardedPaths({ graph, outOf, into, beginnings, carries, isCleared, isOver: context.isOver })
    let untested: GuardedPaths | undefined
    for (const [use, states] of ends) {
      if (harmAt(use) !== mask) continue
      const near = states
        .filter((state) => ways.distance(state) >= 0)
        .sort((one, other) => ways.distance(one) - ways.distance(other) || one - other)
      if (near.length === 0 || isSinkGuarded(context, use)) continue
      const reached = waysToUse(context, { graph, ways, isTaken: isTakenBy(graph, ways, isCleared), into }, use, near)
      if (reached.some(({ steps }) => steps.some(isTested))) {
        // A longer path without undecided checks is stronger evidence than the shortest path.
        untested ??= new GuardedPaths({
          graph,
          outOf,
          into,
          beginnings,
          carries,
          isCleared: isTested,
          isOver: context.isOver,
        })
        const past = waysToUse(
          context,
          { graph, ways: untested, isTaken: isTakenBy(graph, untested, isTested), into },
          use,
          near,
        )
        found.push(...(past.length > 0 ? past : reached))
      } else found.push(...reached)
    }
    isCut ||= ways.isCut || untested?.isCut === true
  }
  return { reached: found, isCut }
}

const unguarded: GuardJudgement = { cleared: 0, flaws: [] }

function judgementOf(
  { guards, decodes }: JudgeTaintContext,
  value: number,
  user: number,
  region: number,
  mask: TaintMask,
): GuardJudgement {
  // A check that precedes decoding does not apply to the decoded value.
  return user < 0 || region < 0 || decodes(user) ? unguarded : guards.judge({ value, user, region }, mask)
}

/** Returns the taint kinds that the step from a value to its user clears, and the undecided sanitizer there, if any. */
function transferOf({ guards, program }: JudgeTaintContext, value: number, user: number): GuardJudgement {
  return user < 0 || value >= program.nodeCount ? unguarded : guards.transfer(user, value)
}

function isTakenBy(
  graph: TaintGraph,
  ways: GuardedPaths,
  isBarred: (step: number) => boolean,
): (step: number) => boolean {
  return (step) => ways.distance(graph.from(step)) >= 0 && !isBarred(step) && ways.isReached(graph.from(step))
}

/** Maximum nesting depth of checked fields. */
const deepestField = 4

/** Returns the taint kinds that callers clear for the parameter field that a step reads. */
function checkedBefore({ program, checked, decodes }: JudgeTaintContext, graph: TaintGraph, step: number): TaintMask {
  const [from, load] = [graph.from(step), graph.user(step)]
  if (load < 0 || program.op(load) !== Op.Load || program.operand(load, 0) !== graph.nodeOf(from)) return 0
  // A check that precedes decoding does not apply to the decoded value.
  if (program.users(load).some(decodes)) return 0
  const keys: string[] = []
  let object = load
  while (program.op(object) === Op.Load && keys.length < deepestField) {
    keys.unshift(program.text(object, 1))
    object = program.operand(object, 0)
  }
  return program.op(object) === Op.Parameter ? checked.clearedByCallers(object, graph.contextOf(from), keys) : 0
}

function beginningsIn({ beginnings }: PropagatedTaint): Map<number, number> {
  const found = new Map<number, number>()
  for (const [entry, states] of beginnings.entries())
    for (const state of states) if (!found.has(state)) found.set(state, entry)
  return found
}

/** For each sink, returns the states of its value that carry its taint kind. */
function endsByUse({ sinks, shapes }: JudgeTaintContext, { graph }: PropagatedTaint): Map<SinkUse, number[]> {
  const found = new Map<SinkUse, number[]>()
  for (let state = 0; state < graph.stateCount; state += 1) {
    for (const use of sinks.get(graph.nodeOf(state)) ?? []) {
      if (carriedTo(shapes, graph.shapeOf(state), use) === 0) continue
      const known = found.get(use)
      if (known) known.push(state)
      else found.set(use, [state])
    }
  }
  return found
}

/** Returns the sink's taint kinds carried by the part of the value that the sink uses, or 0. */
function carriedTo(shapes: Shapes, shape: number, use: SinkUse): TaintMask {
  let place: number | undefined = shape
  for (const key of use.at ?? []) {
    if (use.isNamedField && (place === undefined || !shapes.hasField(place, key))) return 0
    place = place === undefined ? undefined : shapes.at(place, key === '*' ? undefined : key)
  }
  return place === undefined || (use.isText && shapes.isObject(place)) ? 0 : shapes.carries(place) & harmAt(use)
}

/** Reports whether a guard at the sink itself clears the value. */
function isSinkGuarded(context: JudgeTaintContext, use: SinkUse): boolean {
  const { regionOf } = context.program
  const mask = harmAt(use)
  const taker = use.takenBy ?? use.node
  if ((judgementOf(context, use.value, taker, regionOf[taker] ?? -1, mask).cleared & mask) !== 0) return true
  // A check of the whole list also checks its elements.
  return (
    use.within !== undefined &&
    (judgementOf(context, use.within, use.node, regionOf[use.node] ?? -1, mask).cleared & mask) !== 0
  )
}

interface JudgedGraph {
  readonly graph: TaintGraph
  readonly into: Adjacency
  readonly ways: GuardedPaths
  /** Reports whether taint takes a step despite guards. */
  readonly isTaken: (step: number) => boolean
}

/**
 * Maximum number of states per sink that are searched for other composing places, and maximum number that are tried for
 * a consistent path.
 */
const [maxEnds, maxEndsTried] = [400, 12]

/** `ends`: states of the sink's value, nearest first. */
function waysToUse(
  context: JudgeTaintContext,
  { graph, ways, isTaken, into }: JudgedGraph,
  use: SinkUse,
  ends: readonly number[],
): ReachedSink[] {
  const { program } = context
  const sink = use.takenBy ?? use.node
  const wayTo = (to: number) => consistentPath(context, graph, sink, (without) => ways.wayTo(to, without))
  let first = -1
  let way: GuardedPath | undefined
  for (let tries = 0; !way && tries < maxEndsTried; tries += 1) {
    first = ends.findIndex((state, index) => index > first && ways.isReached(state))
    const state = ends[first]
    if (state === undefined) return []
    way = tries === maxEndsTried - 1 ? ways.wayTo(state) : wayTo(state)
  }
  const state = ends[first]
  if (state === undefined || !way) return []
  if (!composedKinds.has(use.kind)) return [{ use, ...way, state, place: -1 }]
  const place = lastPlace(program, graph, way.steps)
  const found: ReachedSink[] = [{ use, ...way, state, place }]
  const reachedEnds = ends.slice(first, first + maxEnds).filter((end) => ways.isReached(end))
  for (const { begin, end, steps } of pathsToSink({
    ends: reachedEnds,
    stepsInto: (at) => into.of(at).filter(isTaken),
    from: (step) => graph.from(step),
    nodeOf: (at) => graph.nodeOf(at),
    joins: (node) => node < program.nodeCount && joins(program, node),
  })) {
    const rest = (way: GuardedPath) => ({ entry: way.entry, steps: [...way.steps, ...steps] })
    const toPlace = (without: ReadonlySet<number>) => {
      const before = steps.some((step) => without.has(step)) ? undefined : ways.wayTo(begin, without)
      return before && rest(before)
    }
    const whole = graph.nodeOf(begin) === place ? undefined : consistentPath(context, graph, sink, toPlace)
    if (whole)
      found.push({
        use,
        ...whole,
        state: end,
        place: graph.nodeOf(begin),
      })
  }
  return found
}

/** Returns the last node of a path that combines values, or -1. */
function lastPlace(program: Program, graph: TaintGraph, steps: readonly number[]): number {
  const nodes = steps.map((step) => graph.nodeOf(graph.to(step)))
  return nodes.findLast((node) => node < program.nodeCount && joins(program, node)) ?? -1
}
