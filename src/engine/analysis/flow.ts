import { z } from 'zod'
import { FlowStep, maxFlowNameLength } from './flow-step.ts'
import { taintLimits } from './taint-limits.ts'
import { ToolEffects } from './tool-effect.ts'
import { TextChange, ToolText } from './tool-text.ts'
import { ScannedTool } from '../model/scanned-tool.ts'
import { offeredKinds } from './taint/sources/offered-kind.ts'
import type { EffectText, ProgramEffectText } from './taint/sinks/effect-texts.ts'
import { isEffect } from './taint/sinks/known-effects.ts'
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
  /** Tools, resources, and prompts that can reach the sink. */
  tools: z.array(z.string().max(maxFlowNameLength)).max(50),
  toolKind: z.enum(offeredKinds).optional(),
  /** Id of the sink's model. */
  model: z.string().max(maxFlowNameLength),
  /** What the sink does, phrased to follow its name: `runs a shell command`. */
  effect: z.custom<EffectText | ProgramEffectText>(isEffect),
  action: z.enum(sinkActions).optional(),
  /** Present if no model covers the sink and only a parameter name suggests that it is one. */
  presumed: z.object({ name: z.string().max(maxFlowNameLength), confidence: z.enum(presumedConfidences) }).optional(),
  /** Steps from the source to the sink, both included. */
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
  /** First check on the path that the analysis could not evaluate. Absent if there are flaws. */
  undecided: z
    .object({
      name: z.string().max(200).optional(),
      path: z.string().max(4_096),
      line: z.int().positive(),
      /**
       * Digest that changes whenever a project function called by the check changes. Absent if the check calls none.
       */
      identity: z.string().max(64).optional(),
    })
    .optional(),
  /** True if the sink receives the untrusted input alone, without surrounding text. */
  isWhole: z.boolean(),
  /** True if the flow is the tool's purpose: a terminal, a code evaluator, or a browser. */
  isPurpose: z.boolean(),
  /** True if the tool accepts a path or a URL and uses it without any check, unchanged or as a prefix. */
  isDeclared: z.boolean(),
  /**
   * True for an unchecked database query on a server that has another tool for arbitrary queries on the same database.
   */
  isFreeElsewhere: z.boolean(),
  /** Extension that the program appends to every path: `.json`. */
  suffix: z.string().max(50).optional(),
  /** Location where the value is stored, if only a different request or command reaches the sink. */
  storedAt: z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() }).optional(),
  /** Location where the query, command, or code was last composed. Absent if the sink receives the value unchanged. */
  builtAt: z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() }).optional(),
  /** Host of the response, if the code sets it to a constant and connects with TLS. */
  ownHost: z.string().max(maxFlowNameLength).optional(),
  /**
   * True if the path passes through call contexts that were merged because the project has too many. The path may be
   * infeasible.
   */
  isCoarse: z.boolean().optional(),
  /** True if a coarse path is so long that it is probably infeasible. */
  isFarFetched: z.boolean().optional(),
  /** Package that contains the sink. Code of packages that are known to have such sinks is not analyzed. */
  vendoredIn: z.string().max(300).optional(),
})
export type Flow = z.infer<typeof Flow>

/** The result of the taint analysis of a project. */
export const FlowReport = z.object({
  flows: z.array(Flow).max(5_000),
  tools: z.array(ScannedTool).max(5_000),
  /**
   * Tool destination hosts that contain uppercase letters, as written in the code. Secrets in hosts are recognized only
   * in this form. Absent if no host contains uppercase letters.
   */
  writtenHosts: z.array(z.string().max(600)).optional(),
  /** Calls that are weak in themselves. Absent if none was found. */
  weakCalls: z.array(WeakCall).max(taintLimits.maxKept).optional(),
  /** Changes that tools make although they may claim to change nothing. Absent if none was found. */
  toolEffects: ToolEffects.optional(),
  /** Texts for models that are not in the reported definitions. Absent if none was found. */
  toolTexts: z
    .array(ToolText)
    .max(2 * taintLimits.maxKept)
    .optional(),
  /** Definitions that can change after clients have read them. Absent if none was found. */
  textChanges: z.array(TextChange).max(taintLimits.maxKept).optional(),
  /** Who can reach the server. */
  exposure: ServerSurface,
  /** Number of analyzed files, and number of nodes in the intermediate representation. */
  files: z.int().nonnegative(),
  nodes: z.int().nonnegative(),
  /** Packages whose bundled code was recognized in project files and skipped. Absent if no bundled code was found. */
  vendored: z
    .array(z.object({ package: z.string().max(300), bytes: z.int().nonnegative() }))
    .max(taintLimits.maxVendoredPackages)
    .optional(),
  /**
   * Number of values, and of checks, whose results are incomplete because a limit was exceeded. Absent if both are 0.
   */
  exceeded: z.object({ values: z.int().nonnegative(), checks: z.int().nonnegative() }).optional(),
  /** Why the result is incomplete. Absent if it is complete. */
  partial: z.string().max(500).optional(),
  /** `service` if the only cause is a time limit or stored data. Absent if the project's content is a cause. */
  partialCause: z.literal('service').optional(),
})
export type FlowReport = z.infer<typeof FlowReport>

/** The result for a project without analyzed files. */
export const noFlows: FlowReport = { flows: [], tools: [], exposure: emptyServerSurface, files: 0, nodes: 0 }
