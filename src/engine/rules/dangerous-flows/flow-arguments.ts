import { z } from 'zod'
import type { Flow } from '../../analysis/flow.ts'
import { flowStepKinds } from '../../analysis/flow-step.ts'
import { mistakes } from '../../analysis/taint/sanitizers/mistakes.ts'
import { sinkActions } from '../../analysis/taint/sinks/sink-action.ts'
import { offeredKinds } from '../../analysis/taint/sources/offered-kind.ts'
import { SourceLabel } from '../../analysis/taint/sources/source-label.ts'
import { taintSourceKinds } from '../../analysis/taint/sources/taint-source.ts'
import { taintKinds } from '../../analysis/taint-kind.ts'
import { flowName } from './flow-name.ts'
import { displayLabel, sourceText } from './source-text.ts'

/** Maximum number of flawed checks, and of other sources, named in a message. */
const maxNamed = { flaws: 3, sources: 3 }

/** Length at which the analysis truncates check names, in UTF-16 code units. */
const maxCheckNameLength = 200

const Place = z.object({ path: z.string(), line: z.number() })

/** Values inserted into the text of a flow finding. The wording itself is in `flow-text.ts` and in the rules. */
export const FlowArguments = z.object({
  kind: z.enum(taintKinds),
  source: z.object({ kind: z.enum(taintSourceKinds), label: SourceLabel, at: Place }),
  /** Tool, resource, or prompt whose call leads to the sink. */
  offer: z.object({ kind: z.enum(offeredKinds), name: z.string() }).optional(),
  sink: z.object({
    model: z.string(),
    effect: z.string(),
    action: z.enum(sinkActions).optional(),
    /** Name of the parameter that suggests the effect, if no model covers the call. */
    presumedBy: z.string().optional(),
  }),
  /** True if the whole value is untrusted input. */
  isWhole: z.boolean(),
  isPython: z.boolean(),
  /** True if the tool requests a path or a URL and uses it unchanged. */
  isDeclared: z.boolean(),
  /** True if another tool on the server runs arbitrary queries. */
  isFreeElsewhere: z.boolean(),
  /** Host that the program always connects to. */
  ownHost: z.string().optional(),
  /** Extension that every path ends with. */
  suffix: z.string().optional(),
  /**
   * Where the value is stored, and how many other sinks it reaches. Present if another request or command uses the
   * value.
   */
  stored: Place.extend({ otherSinks: z.number() }).optional(),
  /** Checks that do not prevent the problem. */
  flaws: z.array(Place.extend({ mistake: z.enum(mistakes) })),
  /** Check that the analysis could not evaluate. */
  undecided: Place.extend({ name: z.string().optional() }).optional(),
  /** Steps of the trace, in order. Absent in findings from earlier versions. */
  steps: z
    .array(z.object({ kind: z.enum(flowStepKinds), name: z.string().optional(), parameter: z.string().optional() }))
    .optional(),
  /** Number of other flows into the same sink, and their sources. */
  otherFlows: z.object({ count: z.number(), sources: z.array(SourceLabel), hasMoreSources: z.boolean() }).optional(),
})
export type FlowArguments = z.infer<typeof FlowArguments>

/** Returns the finding arguments for the flows into one sink, worst first. */
export function argumentsOf([flow, ...others]: readonly [Flow, ...Flow[]]): FlowArguments {
  const [first] = flow.steps
  const [tool] = flow.tools
  const storedAt = flow.entry === 'cli-argument' ? undefined : flow.storedAt
  return {
    kind: flow.kind,
    source: {
      kind: flow.entry,
      label: displayLabel(flow.source),
      at: { path: first?.path ?? '', line: first?.line ?? 1 },
    },
    ...(tool !== undefined && { offer: { kind: flow.toolKind ?? 'tool', name: flowName(tool) } }),
    sink: {
      model: flowName(flow.model),
      effect: flow.effect,
      ...(flow.action && { action: flow.action }),
      ...(flow.presumed && { presumedBy: flowName(flow.presumed.name) }),
    },
    isWhole: flow.isWhole,
    isPython: /\.pyw?$/.test(flow.steps.at(-1)?.path ?? ''),
    isDeclared: flow.isDeclared,
    isFreeElsewhere: flow.isFreeElsewhere,
    ...(flow.ownHost !== undefined && { ownHost: flowName(flow.ownHost) }),
    flaws: flow.flaws.slice(0, maxNamed.flaws).map(({ mistake, path, line }) => ({ mistake, path, line })),
    ...(flow.undecided && { undecided: undecidedOf(flow.undecided) }),
    steps: flow.steps.map(({ kind, name, parameter }) => ({
      kind,
      ...(name !== undefined && { name: flowName(name) }),
      ...(parameter !== undefined && { parameter: flowName(parameter) }),
    })),
    ...(flow.suffix !== undefined && { suffix: flowName(flow.suffix) }),
    ...(storedAt && { stored: { path: storedAt.path, line: storedAt.line, otherSinks: otherSinks(flow, others) } }),
    ...(others.length > 0 && !storedAt && { otherFlows: otherFlowsOf(flow, others) }),
  }
}

function otherSinks(flow: Flow, others: readonly Flow[]): number {
  const places = [flow, ...others].map(({ steps }) => {
    const sink = steps.at(-1)
    return `${sink?.path} ${sink?.line} ${sink?.column}`
  })
  return new Set(places).size - 1
}

function undecidedOf({ name, path, line }: NonNullable<Flow['undecided']>): FlowArguments['undecided'] {
  return { path, line, ...(name !== undefined && { name: flowName(name, maxCheckNameLength) }) }
}

function otherFlowsOf(flow: Flow, others: readonly Flow[]): FlowArguments['otherFlows'] {
  const labels = new Map(others.map(({ source }) => [sourceText(source), displayLabel(source)]))
  labels.delete(sourceText(flow.source))
  return {
    count: others.length,
    sources: [...labels.values()].slice(0, maxNamed.sources),
    hasMoreSources: labels.size > maxNamed.sources,
  }
}
