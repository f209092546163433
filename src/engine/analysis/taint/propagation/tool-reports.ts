import { withDefinitionHash } from '../../../model/canonical-definition.ts'
import { taintLimits } from '../../taint-limits.ts'
import type { ScannedTool, ToolParameter, ToolReach } from '../../../model/scanned-tool.ts'
import type { NamedReach } from '../sinks/sink.ts'
import type { TaintSources, OfferedParameter, OfferedTool, ServerInstructions } from '../sources/taint-source.ts'
import { promptTemplates } from '../sources/prompt-templates.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ToolCapabilities } from './tool-capabilities.ts'

/**
 * Returns a project's tools, prompts, and resources with source locations and with texts truncated to the limits.
 * `capabilities` has one entry per tool. `isCut` is true if texts were omitted because their total length exceeds the
 * limit.
 */
export function toolReports(
  known: KnownProgram,
  {
    tools,
    instructions,
    cut,
  }: Pick<TaintSources, 'tools' | 'instructions'> & {
    /** Definitions whose texts are not all known. */
    readonly cut: ReadonlySet<OfferedTool | ServerInstructions>
  },
  capabilities: readonly ToolCapabilities[],
): { readonly tools: ScannedTool[]; readonly isCut: boolean } {
  const kept = tools.slice(0, taintLimits.maxKept)
  const templates = promptTemplates(known, kept)
  const budget = { left: taintLimits.maxToolCharacters }
  const reachBudget = { left: taintLimits.maxReachBytes }
  const reports = [
    ...kept.map((tool, index) =>
      toolReport(
        known,
        cut.has(tool) ? { ...tool, isDynamic: true } : tool,
        templates.get(tool),
        capabilities[index] ?? { all: [], own: [], reaches: undefined },
      ),
    ),
    ...instructions.map((one) => instructionsReport(known.program, cut.has(one) ? { ...one, isDynamic: true } : one)),
  ].map((tool) => withDefinitionHash(withinReachBudget(withinBudget(tool, budget), reachBudget)))
  return { tools: reports, isCut: budget.left < 0 || tools.length > kept.length || kept.some(({ isCut }) => isCut) }
}

/** Returns a tool's hosts or environment variables with their locations. */
const reachReports = (program: Program, reaches: readonly NamedReach[], kind: NamedReach['kind']): ToolReach[] =>
  reaches.filter((reach) => reach.kind === kind).map(({ name, origin }) => ({ name, ...placeOf(program, origin) }))

/**
 * Drops a tool's hosts and environment variables if they exceed the budget, so that they count as unknown. They have a
 * separate budget, because tools that share code repeat them and this must not shorten the descriptions.
 */
function withinReachBudget(tool: ScannedTool, budget: { left: number }): ScannedTool {
  const { destinations, environmentSecrets, ...rest } = tool
  if (!destinations && !environmentSecrets) return tool
  const bytes = Buffer.byteLength(JSON.stringify([destinations, environmentSecrets]))
  if (bytes > budget.left) return rest
  budget.left -= bytes
  return tool
}

/**
 * Truncates texts that exceed the total budget for all tools, so the child process's response stays within its size
 * limit.
 */
function withinBudget(tool: ScannedTool, budget: { left: number }): ScannedTool {
  budget.left -=
    sizeOf(tool) +
    (tool.template?.length ?? 0) +
    (tool.alsoDeclared ?? []).reduce((sum, other) => sum + sizeOf(other), 0)
  if (budget.left >= 0) return tool
  const { description: _description, template: _template, alsoDeclared: _alsoDeclared, ...rest } = tool
  return { ...rest, isDynamic: true, parameters: [] }
}

/** Returns the number of characters that a definition takes as JSON. */
function sizeOf({
  description,
  title,
  parameters = [],
}: {
  readonly description?: string | undefined
  readonly title?: string | undefined
  readonly parameters?: readonly ToolParameter[] | undefined
}): number {
  const ofParameters = parameters.reduce(
    (sum, { name, description: told, type, enum: values, default: fallback }) =>
      sum +
      name.length +
      (fallback?.length ?? 0) +
      (told?.length ?? 0) +
      (type?.length ?? 0) +
      (values ?? []).reduce((all, value) => all + value.length + 3, 0) +
      60,
    0,
  )
  return 300 + (description?.length ?? 0) + (title?.length ?? 0) + ofParameters
}

function toolReport(
  known: KnownProgram,
  tool: OfferedTool,
  template: string | undefined,
  { all, own, reaches }: ToolCapabilities,
): ScannedTool {
  const { program } = known
  const { path, line } = program.placeOf(tool.node)
  const alsoDeclared = tool.others.map(({ node, description, title, parameters }) => ({
    ...placeOf(program, node),
    ...(description !== undefined && { description: description.slice(0, 20_000) }),
    ...(title !== undefined && { title: title.slice(0, 1_000) }),
    ...(parameters.length > 0 && { parameters: parameters.slice(0, 200).map(parameterReport) }),
    ...(isOneServer(known, tool.node, node) && { isRepeated: true }),
  }))
  return {
    kind: tool.kind,
    name: tool.name.slice(0, 300),
    path,
    line,
    capabilities: [...all],
    ownCapabilities: [...own],
    ...(reaches && {
      destinations: reachReports(program, reaches, 'destination'),
      environmentSecrets: reachReports(program, reaches, 'secret'),
    }),
    annotations: tool.annotations,
    ...(tool.title !== undefined && { title: tool.title.slice(0, 1_000) }),
    ...(tool.description !== undefined && { description: tool.description.slice(0, 20_000) }),
    ...(tool.isDynamic && { isDynamic: true }),
    ...(template !== undefined && { template: template.slice(0, 20_000) }),
    parameters: tool.parameters.slice(0, 200).map(parameterReport),
    ...(tool.isOpen && { isOpen: true }),
    ...(alsoDeclared.length > 0 && { alsoDeclared }),
  }
}

/**
 * Reports whether two registrations belong to the same server: two entries in one list, or two calls of one method on
 * the same object in two files. Other pairs may define the same tool for two kinds of clients.
 */
function isOneServer({ program, references }: KnownProgram, one: number, other: number): boolean {
  const lists = (node: number) => [...program.users(node)].filter((user) => program.op(user) === Op.ArrayOf)
  const [inLists, others] = [lists(one), lists(other)]
  if (inLists.length > 0 || others.length > 0) return inLists.some((list) => others.includes(list))
  if (methodOf(program, one) === undefined || methodOf(program, one) !== methodOf(program, other)) return false
  if (program.fileOf(one) === program.fileOf(other)) return true
  const servers = references.origins(receiverOf(program, other))
  return references.origins(receiverOf(program, one)).some((server) => servers.includes(server))
}

function methodOf(program: Program, node: number): string | undefined {
  const callee = program.op(node) === Op.Call ? program.operand(node, 0) : -1
  return callee >= 0 && program.op(callee) === Op.Load ? program.text(callee, 1) : undefined
}

const receiverOf = (program: Program, call: number) => program.operand(program.operand(call, 0), 0)

function parameterReport({
  name,
  description,
  type,
  required,
  enum: values,
  isDynamic,
  default: fallback,
}: OfferedParameter): ToolParameter {
  return {
    name: name.slice(0, 300),
    ...(description !== undefined && { description: description.slice(0, 5_000) }),
    ...(type !== undefined && { type }),
    ...(required !== undefined && { required }),
    ...(values !== undefined && { enum: values.slice(0, 100) }),
    ...(fallback !== undefined && { default: fallback.slice(0, 5_000) }),
    ...(isDynamic === true && { isDynamic }),
  }
}

function instructionsReport(program: Program, { name, text, isDynamic, node }: ServerInstructions): ScannedTool {
  return {
    kind: 'instructions',
    name: (name ?? '…').slice(0, 300),
    ...placeOf(program, node),
    ...(text !== undefined && { description: text.slice(0, 20_000) }),
    ...(isDynamic && { isDynamic: true }),
    parameters: [],
    annotations: {},
    capabilities: [],
  }
}

function placeOf(program: Program, node: number): { readonly path: string; readonly line: number } {
  const { path, line } = program.placeOf(node)
  return { path, line }
}
