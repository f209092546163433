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
import { sinkActions } from './taint/sinks/sink-action.ts'

/** A value that somebody outside decides reaches a place where it does harm. */
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
  /** From the source to the sink, both included. */
  steps: z.array(FlowStep).min(1).max(50),
  /** Guards on the way that do not hold. */
  flaws: z
    .array(
      z.object({
        mistake: z.enum(mistakes),
        path: z.string().max(4_096),
        line: z.int().positive(),
      }),
    )
    .max(20),
  /**
   * A check on the way that decides on the value, and that could not be judged: where it is, and the name of its
   * function. Absent where a flaw says more.
   */
  undecided: z
    .object({ name: z.string().max(200).optional(), path: z.string().max(4_096), line: z.int().positive() })
    .optional(),
  /** The whole value is what the caller of the tool sends, nothing is around it. */
  isWhole: z.boolean(),
  /** The tool exists to do this with whatever it is handed: a terminal, an evaluator of code, a browser. */
  isPurpose: z.boolean(),
  /**
   * The caller is asked for a path or an address, and gives what is used, as it is or as its beginning; no guard was
   * meant to hold it.
   */
  isDeclared: z.boolean(),
  /**
   * A statement of a database, where another tool of the server is there to run any in the same one, and no guard was
   * meant to hold this one.
   */
  isFreeElsewhere: z.boolean(),
  /**
   * Where it became part of what is read as a language (a statement, a command, code) last; absent where it is handed
   * on as it came.
   */
  builtAt: z.object({ path: z.string().max(4_096), line: z.int().positive(), column: z.int().positive() }).optional(),
  /** The host whose answer it is, where the program names that itself and nobody else has a say in whom it asks. */
  ownHost: z.string().max(maxFlowNameLength).optional(),
  /**
   * On its way callers were told apart less than elsewhere, because the project has too many: it may join what no run
   * joins.
   */
  isCoarse: z.boolean().optional(),
  /**
   * The sink lies in code that bears the name of this package and was looked at because it is no library that is known
   * to do such things.
   */
  vendoredIn: z.string().max(300).optional(),
})
export type Flow = z.infer<typeof Flow>

/** What became of following data through a project. */
export const FlowReport = z.object({
  flows: z.array(Flow).max(5_000),
  tools: z.array(ScannedTool).max(5_000),
  /** How the server stands open. */
  exposure: ServerSurface,
  /** What was looked at: files, and nodes of the intermediate form. */
  files: z.int().nonnegative(),
  nodes: z.int().nonnegative(),
  /**
   * Packages whose code was found in the project's own files, by what bundlers write beside it, and was taken for
   * theirs instead of being looked at; absent where there are none.
   */
  vendored: z
    .array(z.object({ package: z.string().max(300), bytes: z.int().nonnegative() }))
    .max(taintLimits.maxVendoredPackages)
    .optional(),
  /** Set when a budget ran out: which, and what was covered. */
  partial: z.string().max(500).optional(),
  /** With `partial`: only our time or what we kept is the cause. Absent: the content of the project. */
  partialCause: z.literal('service').optional(),
})
export type FlowReport = z.infer<typeof FlowReport>

/** Nothing was followed. */
export const noFlows: FlowReport = { flows: [], tools: [], exposure: emptyServerSurface, files: 0, nodes: 0 }
