import type { Flow } from '../../flow.ts'
import { maxFlowNameLength } from '../../flow-step.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import { narrowedBy } from '../../schemas/narrowed-by.ts'
import { createGuards } from '../sanitizers/create-guards.ts'
import type { Guards } from '../sanitizers/guard.ts'
import { ArgumentListPlaces } from './argument-list-places.ts'
import type { SinkUse, Sinks } from '../sinks/sink.ts'
import type { TaintSource, OfferedTool } from '../sources/taint-source.ts'
import { AsyncLocalStorageFlow } from './async-local-storage-flow.ts'
import { CheckedFields } from './checked-fields.ts'
import { Contexts } from './contexts.ts'
import { isDeclared } from './declared.ts'
import { coarsenessOf } from './coarse-path.ts'
import { constantSuffix } from './constant-suffix.ts'
import { decodingCalls } from './decoding-calls.ts'
import { findSlice } from './find-slice.ts'
import { flowSource } from './flow-source.ts'
import { joins, replacesPart } from './joins.ts'
import { judgeBySourceTrust } from './judge-by-source-trust.ts'
import type { MeantArgument } from './judge-in-rounds.ts'
import type { ReachedSink } from './judge-taint.ts'
import { keptSource } from './kept-shapes.ts'
import { LaterRuns } from './later-runs.ts'
import { MapKeyFlow } from './map-key-flow.ts'
import { nearestTool } from './nearest-tool.ts'
import { type PassedGuards, passedGuards } from './passed-guards.ts'
import { type PropagatedTaint, propagateTaint } from './propagate-taint.ts'
import { argumentOf, isPurposeOf } from './purpose.ts'
import { endedTransaction } from './read-only-transactions.ts'
import { Shapes } from './shapes.ts'
import type { TaintGraph } from './taint-graph.ts'
import type { CallNarrowing } from './taint-step.ts'
import { TaintSteps } from './taint-steps.ts'
import type { ToolsByRegion } from './tools-by-region.ts'
import { traceOf } from './trace.ts'
import { isInstalledCode, vendoredAround } from './vendored-packages.ts'

/** Steps of the analysis that share the project's time limit. */
export type FollowStep = 'slice' | 'spread' | 'judge'

/** Input of the taint analysis. */
export interface TaintFollowing {
  readonly known: { readonly program: Program; readonly references: FoundReferences }
  readonly sinks: Sinks
  readonly tools: readonly OfferedTool[]
  readonly byRegion: ToolsByRegion
  /** Returns a function that reports whether a step's time is used up. */
  readonly within: (step: FollowStep) => () => boolean
}

/** Flows from a set of sources to a set of sinks. */
export interface FollowedTaint {
  readonly flows: readonly Flow[]
  /** Sinks that taint reaches. */
  readonly reached: ReadonlySet<SinkUse>
  /** Number of checks that were not fully evaluated because they exceeded the function count or call depth limit. */
  readonly exceedingChecks: number
  /** True if time ran out before the analysis was complete. */
  readonly isCut: boolean
  readonly partial?: PropagatedTaint['partial']
}

/** Propagates taint from sources to sinks, and judges which sinks it reaches despite guards. */
export function followTaint(
  { known, sinks, tools, byRegion, within }: TaintFollowing,
  {
    entries: given,
    uses,
    states,
  }: {
    readonly entries: readonly TaintSource[]
    readonly uses: readonly SinkUse[]
    /** Maximum number of states. */
    readonly states: number
  },
): FollowedTaint {
  const { program, references } = known
  const guards = createGuards(known, given)
  const entries = given.map((entry) => keptSource(program, guards, entry))
  const shapes = new Shapes()
  // A presumed sink belongs to an unknown package, so its effect is uncertain and taint continues past it. A matched
  // string stays tainted after a `match-slowly` sink, because a match is part of the string.
  const ending = sinks.uses.filter(({ presumed, action }) => !presumed && action !== 'match-slowly')
  const calls = new Set(ending.map(({ node }) => node))
  for (const { node } of sinks.capabilities) calls.add(node)
  const narrowings = new Map<number, CallNarrowing | undefined>()
  const narrowing = (call: number) => {
    if (!narrowings.has(call)) {
      const found = narrowedBy(known, call)
      narrowings.set(call, found && { ...found, shape: shapes.number(found.shape) })
    }
    return narrowings.get(call)
  }
  const endsAt = (call: number) => calls.has(call)
  const [stores, keys] = [new AsyncLocalStorageFlow(known), new MapKeyFlow(known)]
  for (const { shape } of entries) shapes.number(shape)
  const {
    kinds,
    callbacks,
    isCut: isSliceCut,
  } = findSlice(
    { program, references, endsAt, narrowing, stores, keys, namesField: (key) => shapes.namesField(key) },
    entries.filter(({ shape }) => shape.carries !== 0).map(({ node }) => node),
    uses,
    within('slice'),
  )
  const contexts = new Contexts()
  const checked = new CheckedFields({ program, references, guards, contexts })
  const steps = new TaintSteps({
    program,
    references,
    guards,
    shapes,
    contexts,
    endsAt,
    narrowing,
    callbacks,
    stores,
    keys,
    checked,
  })
  const spread = propagateTaint({ steps, shapes, contexts, kindsAhead: kinds }, entries, {
    states,
    isOver: within('spread'),
  })
  const { graph } = spread
  const laterRuns = new LaterRuns({ program, references, entries, tools })
  const followed = { program, guards, entries, tools, byRegion, laterRuns, natures: new WeakMap<ReachedSink, Nature>() }
  const { reached, isCut } = judgeBySourceTrust(
    {
      program,
      references,
      guards,
      shapes,
      contexts,
      isOver: within('judge'),
      decodes: decodingCalls(known),
      checked,
      sinks: byValue(uses),
    },
    spread,
    { entries, meantArgument: (one) => meantArgument(followed, graph, one) },
  )
  // A tool that takes a complete service path is meant to send any request to the service. Only a path that the program
  // composes is reported.
  const dangerous = reached.filter(
    (one) =>
      !isInstalledCode(program, one.use.node) &&
      (one.use.kind !== 'url-path' || one.steps.some((step) => joins(program, graph.nodeOf(graph.to(step))))),
  )
  const asked = askedByOthers(dangerous, entries)
  const lists = new ArgumentListPlaces(
    program,
    dangerous.map(({ use }) => use),
  )
  return {
    flows: dangerous.map((one) => flowOf(followed, spread, lists.withPlace(one), asked)),
    reached: new Set(reached.map(({ use }) => use)),
    exceedingChecks: guards.exceedingCount,
    isCut: isCut || isSliceCut,
    ...(spread.partial && { partial: spread.partial }),
  }
}

function byValue(uses: readonly SinkUse[]): Map<number, SinkUse[]> {
  const found = new Map<number, SinkUse[]>()
  for (const use of uses) {
    const known = found.get(use.value)
    if (known) known.push(use)
    else found.set(use.value, [use])
  }
  return found
}

interface Known {
  readonly program: Program
  readonly guards: Guards
  readonly entries: readonly TaintSource[]
  readonly tools: readonly OfferedTool[]
  readonly byRegion: ToolsByRegion
  readonly laterRuns: LaterRuns
  readonly natures: WeakMap<ReachedSink, Nature>
}

/** Flow properties that do not depend on the steps. */
interface Nature {
  readonly entry: TaintSource
  readonly tool: OfferedTool | undefined
  readonly isWhole: boolean
  readonly passed: PassedGuards
  readonly isPurpose: boolean
}

/** Returns the nature of a flow, computed once for judging and reporting. */
function natureOf(known: Known, graph: TaintGraph, reached: ReachedSink): Nature {
  const found = known.natures.get(reached) ?? findNature(known, graph, reached)
  known.natures.set(reached, found)
  return found
}

function findNature(
  { program, guards, entries, tools, byRegion }: Known,
  graph: TaintGraph,
  reached: ReachedSink,
): Nature {
  const entry = entries[reached.entry]
  if (!entry) throw new RangeError('a flow begins nowhere')
  const tool =
    entry.tool === undefined ? nearestTool({ program, tools, byRegion }, graph, reached, entry) : tools[entry.tool]
  const isPart = (step: number) =>
    joins(program, graph.nodeOf(graph.to(step))) ||
    replacesPart(program, graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step)))
  const isWhole = !reached.steps.some(isPart) && reached.use.node >= 0
  const found = passedGuards({ program, guards }, graph, reached)
  const ended = endedTransaction(program, reached.use, tool)
  const passed = ended ? { ...found, flaws: [...found.flaws, ended] } : found
  return {
    entry,
    tool,
    isWhole,
    passed,
    isPurpose: passed.flaws.length === 0 && isPurposeOf(program, graph, reached, { entry, tool }),
  }
}

/** Returns the argument that the tool is meant to run. Undefined if running it is not the tool's purpose. */
function meantArgument(known: Known, graph: TaintGraph, reached: ReachedSink): MeantArgument | undefined {
  const { isPurpose, entry, tool, passed } = natureOf(known, graph, reached)
  const isFlawed = passed.flaws.length > 0
  return isPurpose || (isFlawed && isPurposeOf(known.program, graph, reached, { entry, tool }))
    ? { node: argumentOf(known.program, graph, reached.steps, entry).node, isFlawed }
    : undefined
}

/** Returns the calls whose host is untrusted input, unless the input is a command-line argument. */
function askedByOthers(reached: readonly ReachedSink[], entries: readonly TaintSource[]): ReadonlySet<number> {
  return new Set(
    reached
      .filter(({ use, entry }) => use.kind === 'url' && entries[entry]?.kind !== 'cli-argument')
      .map(({ use }) => use.node),
  )
}

/** `asked`: calls whose host is untrusted input. */
function flowOf(
  known: Known,
  { graph, coarseFrom = Infinity }: PropagatedTaint,
  reached: ReachedSink,
  asked: ReadonlySet<number>,
): Flow {
  const { program } = known
  const vendoredIn = reached.use.node < 0 ? undefined : vendoredAround(program, reached.use.node)
  const suffix = constantSuffix(program, graph, reached)
  const storedAt = known.laterRuns.storedAt(graph, reached, natureOf(known, graph, reached).entry)
  const {
    entry,
    tool,
    isWhole,
    passed: { flaws, undecided },
    isPurpose,
  } = natureOf(known, graph, reached)
  return {
    kind: reached.use.kind,
    entry: entry.kind,
    source: flowSource(program, graph, reached, { entry, tool }),
    tools: tool ? [tool.name.slice(0, maxFlowNameLength)] : [],
    ...(tool && { toolKind: tool.kind }),
    model: reached.use.model.slice(0, maxFlowNameLength),
    effect: reached.use.effect,
    ...(reached.use.action && { action: reached.use.action }),
    ...(reached.use.presumed && {
      presumed: { ...reached.use.presumed, name: reached.use.presumed.name.slice(0, maxFlowNameLength) },
    }),
    steps: traceOf(program, graph, reached, entry),
    flaws,
    ...(undecided && { undecided }),
    isWhole,
    isPurpose,
    isFreeElsewhere: false,
    isDeclared:
      flaws.every(({ mistake }) => mistake === 'off-by-default') &&
      isDeclared(program, graph, reached, { entry, tool }),
    ...(entry.host !== undefined && !asked.has(entry.node) && { ownHost: entry.host.slice(0, maxFlowNameLength) }),
    ...coarsenessOf(reached.steps, coarseFrom),
    ...(vendoredIn !== undefined && { vendoredIn }),
    ...(suffix !== undefined && { suffix }),
    ...(storedAt !== undefined && { storedAt: program.placeOf(storedAt) }),
    ...(reached.place >= 0 && { builtAt: program.placeOf(reached.place) }),
  }
}
