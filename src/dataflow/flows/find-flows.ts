import { findEntries } from '../entries/find-entries.ts'
import type { Entry, OfferedTool } from '../entries/entry.ts'
import { limits } from '../../model/limits.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Flow, FlowReport } from '../flow.ts'
import { createGuards } from '../guards/create-guards.ts'
import type { Flaw, Guards } from '../guards/guard.ts'
import { Op } from '../form/operations.ts'
import type { ModuleSettings } from '../modules/resolve-modules.ts'
import { resolveModules } from '../modules/resolve-modules.ts'
import type { Program } from '../program/program.ts'
import { findReferences } from '../references/find-references.ts'
import { narrowedBy } from '../schemas/narrowed-by.ts'
import { findSinks } from '../sinks/find-sinks.ts'
import type { SinkUse } from '../sinks/sink.ts'
import { maskOf } from '../taint-kind.ts'
import { Contexts } from './contexts.ts'
import { decodingCalls } from './decoding-calls.ts'
import { judgeTaint, type ReachedSink } from './judge-taint.ts'
import { isPurposeOf } from './purpose.ts'
import { findSlice } from './find-slice.ts'
import { Shapes } from './shapes.ts'
import { spreadTaint } from './spread-taint.ts'
import type { TaintGraph } from './taint-graph.ts'
import { TaintSteps } from './taint-steps.ts'
import { capabilitiesOf } from './tool-capabilities.ts'
import { traceOf } from './trace.ts'

/** What following data through one project may cost. */
export interface FlowBudget {
  /** Steps of finding what values refer to. */
  readonly referenceSteps: number
  /** States of taint. */
  readonly states: number
  readonly isOver: () => boolean
}

/** Follows data through a program, from what somebody outside decides to where it does harm. */
export function findFlows(program: Program, settings: ModuleSettings, budget: FlowBudget): FlowReport {
  const references = findReferences(program, resolveModules(program, settings), { maxSteps: budget.referenceSteps })
  const known = { program, references }
  const { entries, tools } = findEntries(known)
  const sinks = findSinks({ ...known, settings })
  const guards = createGuards(known)
  const shapes = new Shapes()
  const calls = new Set(sinks.uses.map(({ node }) => node))
  for (const { node } of sinks.capabilities) calls.add(node)
  const narrowings = new Map<number, { readonly operand: number; readonly shape: number } | undefined>()
  const narrowing = (call: number) => {
    if (!narrowings.has(call)) {
      const found = narrowedBy(known, call)
      narrowings.set(call, found && { operand: found.operand, shape: shapes.number(found.shape) })
    }
    return narrowings.get(call)
  }
  const endsAt = (call: number) => calls.has(call)
  const { kinds, callbacks } = findSlice({ program, references, endsAt, narrowing }, entries.filter(({ shape }) => shape.carries !== 0).map(({ node }) => node), sinks.uses)
  const contexts = new Contexts()
  const steps = new TaintSteps({ program, references, guards, shapes, contexts, endsAt, narrowing, callbacks })
  const spread = spreadTaint({ steps, shapes, contexts, kindsAhead: kinds }, entries, budget)
  const { reached, isCut } = judgeTaint({ program, guards, shapes, isOver: budget.isOver, decodes: decodingCalls(known), sinks: byValue(sinks.uses) }, spread)
  const flows = reached.map((one) => flowOf({ program, guards, entries, tools }, spread.graph, one)).sort(byPlace)
  const capabilities = capabilitiesOf(known, tools, sinks.capabilities)
  const partial = references.isComplete ? (isCut ? 'time' : spread.partial) : 'references'
  return {
    flows: flows.slice(0, limits.flows.kept),
    tools: tools.slice(0, limits.flows.kept).map((tool, index) => toolReport(program, tool, capabilities[index] ?? [])),
    files: program.files.length,
    nodes: program.nodeCount,
    ...(partial && { partial: partialText[partial] }),
  }
}

const partialText = {
  references: 'the project is too large to find out what all of its values refer to; some calls were not followed',
  states: 'data takes more ways through the project than can be followed; some were not',
  time: 'there was no time to follow all data through the project',
} as const

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
  readonly entries: readonly Entry[]
  readonly tools: readonly OfferedTool[]
}

function flowOf({ program, guards, entries, tools }: Known, graph: TaintGraph, reached: ReachedSink): Flow {
  const entry = entries[reached.entry]
  if (!entry) throw new RangeError('a flow begins nowhere')
  const tool = entry.tool === undefined ? toolAlong(program, tools, graph, reached) : tools[entry.tool]
  const isWhole = reached.steps.every((step) => !joins(program, graph.nodeOf(graph.to(step)))) && reached.use.node >= 0
  const flaws = flawsOf({ program, guards }, graph, reached)
  return {
    kind: reached.use.kind,
    entry: entry.kind,
    entryLabel: (entry.tool === undefined && tool && entry.kind === 'tool-argument' ? `arguments of the tool ${tool.name}` : entry.label).slice(0, 500),
    tools: tool ? [tool.name.slice(0, 200)] : [],
    model: reached.use.model.slice(0, 200),
    effect: reached.use.effect.slice(0, 500),
    steps: traceOf(program, graph, reached, entry),
    flaws,
    isWhole,
    isPurpose: isWhole && flaws.length === 0 && isPurposeOf(program, graph, reached, { entry, tool }),
  }
}

/** The tool whose part of a function that serves several a value takes its way through. */
function toolAlong(program: Program, tools: readonly OfferedTool[], graph: TaintGraph, { steps }: ReachedSink): OfferedTool | undefined {
  for (const step of steps) {
    const region = graph.region(step)
    const tool = region < 0 ? undefined : tools.find(({ regions }) => regions.some((one) => program.isWithin(region, one)))
    if (tool) return tool
  }
  return undefined
}

/** Operations, and methods of lists, texts and modules of paths, that put a value together with others. */
const joiningOps: ReadonlySet<Op> = new Set<Op>([Op.Concat, Op.TaggedTemplate, Op.Opaque])
const joiningMethods: ReadonlySet<string> = new Set(['join', 'concat', 'format', 'resolve', 'padStart', 'padEnd'])

function joins(program: Program, node: number): boolean {
  const op = program.op(node)
  const callee = op === Op.Call ? program.operand(node, 0) : -1
  return joiningOps.has(op) || (program.op(callee) === Op.Load && joiningMethods.has(program.text(callee, 1)))
}

/** Guards that a value passed and that do not hold. */
function flawsOf({ program, guards }: Pick<Known, 'program' | 'guards'>, graph: TaintGraph, { use, steps, state }: ReachedSink): Flow['flaws'] {
  const mask = maskOf(use.kind)
  const found: Flaw[] = []
  const look = (value: number, user: number, region: number) => {
    if (user >= 0 && region >= 0 && value < program.nodeCount) found.push(...guards.judge({ value, user, region }, mask).flaws)
    if (user >= 0 && value < program.nodeCount) found.push(...guards.transfer(user, value).flaws)
  }
  for (const step of steps) look(graph.nodeOf(graph.from(step)), graph.user(step), graph.region(step))
  const taker = use.takenBy ?? use.node
  look(graph.nodeOf(state), taker, program.regionOf[taker] ?? -1)
  const distinct = new Map<string, Flow['flaws'][number]>()
  for (const { node, reason, mistake, kinds } of found) {
    if ((kinds & mask) === 0 || node >= program.nodeCount) continue
    const { path, line } = program.placeOf(node)
    distinct.set(`${mistake} ${path} ${line}`, { mistake, reason: reason.slice(0, 500), path, line })
  }
  return [...distinct.values()].slice(0, 20)
}

function byPlace(a: Flow, b: Flow): number {
  const [one, other] = [a.steps.at(-1), b.steps.at(-1)]
  if (!one || !other) return 0
  return one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line || one.column - other.column || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)
}

function toolReport(program: Program, tool: OfferedTool, capabilities: ScannedTool['capabilities']): ScannedTool {
  const { path, line } = program.placeOf(tool.node)
  return {
    kind: tool.kind, name: tool.name.slice(0, 300), path, line, capabilities, annotations: tool.annotations,
    ...(tool.title !== undefined && { title: tool.title.slice(0, 1_000) }),
    ...(tool.description !== undefined && { description: tool.description.slice(0, 20_000) }),
    parameters: tool.parameters.slice(0, 200).map(({ name, description }) => ({ name: name.slice(0, 300), ...(description !== undefined && { description: description.slice(0, 5_000) }) })),
  }
}
