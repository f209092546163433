import { z } from 'zod'
import { FlowStep, maxFlowNameLength } from './flow-step.ts'
import { taintLimits } from './taint-limits.ts'
import { ScannedTool } from '../model/scanned-tool.ts'
import { offeredKinds } from './taint/sources/offered-kind.ts'
import { SourceLabel } from './taint/sources/source-label.ts'
import { taintSourceKinds } from './taint/sources/taint-source.ts'
import { ServerSurface, emptyServerSurface } from './server-surface/server-surface.ts'
import { taintKinds } from './taint-kind.ts'
import { mistakes } from './taint/sanitizers/mistakes.ts'
import { presumedConfidences } from './taint/sinks/presumed-model.ts'
import { WeakCall } from './taint/sinks/weak-call.ts'
import { sinkActions } from './taint/sinks/sink-action.ts'

/** Untrusted input reaches a dangerous sink. */
export const Flow = z.object({
  kind: z.enum(taintKinds),
  entry: z.enum(taintSourceKinds),
  source: SourceLabel,
  /** The tool, resource, or prompt whose call leads to the sink. */
  tools: z.array(z.string().max(maxFlowNameLength)).max(50),
  toolKind: z.enum(offeredKinds).optional(),
  /** Id of the sink's model. */
  model: z.string().max(maxFlowNameLength),
  /** What the sink does, after its name: `runs a shell command`. */
  effect: z.string().max(500),
  action: z.enum(sinkActions).optional(),
  /** No model knows the sink. The name of its parameter suggests it. */
  presumed: z.object({ name: z.string().max(maxFlowNameLength), confidence: z.enum(presumedConfidences) }).optional(),
  /** From the source to the sink, both included. */
  steps: z.array(FlowStep).min(1).max(50),
  /** Checks and sanitizers on the path that do not prevent the problem. */
  flaws: z
    .array(
      z.object({
        mistake: z.enum(mistakes),
        path: z.string().max(4_096),
        line: z.int().positive(),
      }),
    )
    .max(20),
  /** The first check on the path that the analysis could not judge. Absent if there are flaws. */
  undecided: z
    .object({
      name: z.string().max(200).optional(),
      path: z.string().max(4_096),
      line: z.int().positive(),
      /** Changes if a project function that the check runs changes. Absent if it runs none. */
      identity: z.string().max(64).optional(),
    })
    .optional(),
  /** The sink gets the untrusted input alone, with no text around it. */
  isWhole: z.boolean(),
  /** The tool exists for this: it is a terminal, a code evaluator, or a browser. */
  isPurpose: z.boolean(),
  /** The tool asks for a path or a URL and uses it unchanged or as a prefix, without any check. */
  isDeclared: z.boolean(),
  /** A database query without any check, on a server with another tool that runs any query on the same database. */
  isFreeElsewhere: z.boolean(),
  /** The extension of every path, if the program puts it after the value: `.json`. */
  suffix: z.string().max(50).optional(),
  /** Where the value is stored, if only another request or command than the one that receives it reaches the sink. */
  storedAt: z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() }).optional(),
  /** Where the query, command, or code was last composed. Absent if the sink gets the value unchanged. */
  builtAt: z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() }).optional(),
  /** The host of a response, if the code fixes it and connects with TLS. */
  ownHost: z.string().max(maxFlowNameLength).optional(),
  /** The path passes joined call contexts, because the project has too many. It may be infeasible. */
  isCoarse: z.boolean().optional(),
  /** The package whose code the sink belongs to. Code of packages that are known to have such sinks is not analyzed. */
  vendoredIn: z.string().max(300).optional(),
})
export type Flow = z.infer<typeof Flow>

/** The result of the taint analysis of a project. */
export const FlowReport = z.object({
  flows: z.array(Flow).max(5_000),
  tools: z.array(ScannedTool).max(5_000),
  /**
   * Destinations of tools whose host has uppercase letters in the code, as written there. Secrets are recognized in
   * that form only. Absent if none has.
   */
  writtenHosts: z.array(z.string().max(600)).optional(),
  /** Calls that are weak by themselves. Absent if none was found. */
  weakCalls: z.array(WeakCall).max(taintLimits.maxKept).optional(),
  /** Who can reach the server. */
  exposure: ServerSurface,
  /** Number of analyzed files, and of nodes of the intermediate representation. */
  files: z.int().nonnegative(),
  nodes: z.int().nonnegative(),
  /** Packages whose bundled code was recognized in project files and skipped. Absent if no bundled code was found. */
  vendored: z
    .array(z.object({ package: z.string().max(300), bytes: z.int().nonnegative() }))
    .max(taintLimits.maxVendoredPackages)
    .optional(),
  /** Where a bound on a single value or check left information out. Absent if none did. */
  exceeded: z.object({ values: z.int().nonnegative(), checks: z.int().nonnegative() }).optional(),
  /** Why the result is incomplete. Absent if it is complete. */
  partial: z.string().max(500).optional(),
  /** `service`: only a time limit or stored data is the cause. Absent: the content of the project is. */
  partialCause: z.literal('service').optional(),
})
export type FlowReport = z.infer<typeof FlowReport>

/** The result for a project without analyzed files. */
export const noFlows: FlowReport = { flows: [], tools: [], exposure: emptyServerSurface, files: 0, nodes: 0 }
