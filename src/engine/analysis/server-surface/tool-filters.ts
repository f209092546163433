import { decoratedServerLanguage } from '../models/server-surface/python-servers.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { Op } from '../ir/operations.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { positionalArguments, textOf } from '../schemas/schema-steps.ts'
import { isSettingRead } from './addresses.ts'
import { type ServerSurfaceContext, reachedFrom } from './surface-context.ts'
import { filteringFunctions, filteringSettings, hintAttributes } from '../models/server-surface/filter-words.ts'
import { plainName } from './plain-name.ts'
import { keyText } from './request-parts.ts'

export interface UnaskedFilter {
  /** Handlers that list and call tools. */
  readonly list: number
  readonly call: number
  /** Names of the settings and functions that determine the list. */
  readonly asks: readonly string[]
}

interface Answer {
  readonly node: number
  readonly functions: readonly number[]
}

const bounds = { slice: 400, callsOfList: 3, callsOfCall: 4 }

/** Finds tool lists that are filtered by a setting that the tool call handler never reads. */
export function findUnaskedFilters(context: ServerSurfaceContext): readonly UnaskedFilter[] {
  const lists = answersOf(context, { schema: 'ListToolsRequestSchema', method: 'tools/list', decorator: 'list_tools' })
  const calls = answersOf(context, { schema: 'CallToolRequestSchema', method: 'tools/call', decorator: 'call_tool' })
  const slices = new Map<number, ReadonlySet<string>>()
  const asked = new Map(calls.map((call) => [call.node, asksOf(context, call.functions, bounds.callsOfCall, slices)]))
  return lists.flatMap((list) => {
    const asks = asksOf(context, list.functions, bounds.callsOfList, slices)
    if (asks.size === 0) return []
    const call = nearest(context, calls, list.node)
    // The call handler applies a filter. Whether it is the same filter is unknown.
    return call === undefined || (asked.get(call.node)?.size ?? 0) > 0
      ? []
      : [{ list: list.node, call: call.node, asks: [...asks].toSorted() }]
  })
}

/** Returns the handlers of an MCP request. */
function answersOf(
  context: ServerSurfaceContext,
  { schema, method, decorator }: { readonly schema: string; readonly method: string; readonly decorator: string },
): readonly Answer[] {
  const { program, signs } = context
  const found: Answer[] = []
  const add = (node: number, value: number | undefined) => {
    const functions = value === undefined ? [] : callbackFunctions(context, value)
    if (functions.length > 0) found.push({ node, functions })
  }
  for (const call of signs.calls.get('setRequestHandler') ?? []) {
    const [first, callback] = positionalArguments(context, call)
    if (first !== undefined && (plainName(context, first) === schema || textOf(context, first) === method))
      add(call, callback)
  }
  for (const call of signs.calls.get(decorator) ?? []) {
    if (program.fileOf(call).semantics.libraries !== decoratedServerLanguage) continue
    for (const user of program.users(call))
      if (program.op(user) === Op.Call && program.operand(user, 0) === call)
        add(call, positionalArguments(context, user)[0])
  }
  return found.slice(0, serverSurfaceLimits.maxFilters)
}

/** Returns the closest handler in the same file, or the only one. */
function nearest({ program }: ServerSurfaceContext, answers: readonly Answer[], node: number): Answer | undefined {
  const file = program.fileOf(node)
  const same = answers
    .filter((answer) => program.fileOf(answer.node) === file)
    .toSorted((a, b) => Math.abs(a.node - node) - Math.abs(b.node - node))
  return same[0] ?? (answers.length === 1 ? answers[0] : undefined)
}

/** Returns the names of the filters that functions use: settings, attributes, and project functions. */
function asksOf(
  context: ServerSurfaceContext,
  starts: readonly number[],
  callsAway: number,
  slices: Map<number, ReadonlySet<string>>,
): ReadonlySet<string> {
  const { program } = context
  const asks = new Set<string>()
  const functions = reachedFrom(context, starts, callsAway)
  for (const index of functions) {
    const name = program.functions[index]?.name
    if (name !== undefined && !starts.includes(index) && filteringFunctions.test(name)) asks.add(name)
  }
  for (const node of context.nodesOf(functions)) {
    const own = nameAt(context, node)
    if (own !== undefined) asks.add(own)
    if (program.op(node) === Op.Capture || program.op(node) === Op.Import)
      for (const one of behind(context, node, slices)) asks.add(one)
  }
  return asks
}

/** Returns the name of the filter setting read by a node. */
function nameAt(context: ServerSurfaceContext, node: number): string | undefined {
  const { program } = context
  const op = program.op(node)
  if (op !== Op.Load && op !== Op.LoadDynamic && op !== Op.Call) return undefined
  const name = op === Op.Load ? program.text(node, 1) : keyText(program, program.operand(node, 1))
  if (name === undefined || !filteringSettings.test(name) || hintAttributes.test(name)) return undefined
  return op === Op.Load || isSettingRead(context, node) ? name : undefined
}

/** Returns the settings from which a module-level value was computed. */
function behind(
  context: ServerSurfaceContext,
  start: number,
  slices: Map<number, ReadonlySet<string>>,
): ReadonlySet<string> {
  const { program, references } = context
  const known = slices.get(start)
  if (known) return known
  const found = new Set<string>()
  slices.set(start, found)
  const seen = new Set([start])
  const waiting = [start]
  for (let at = 0; at < waiting.length && seen.size < bounds.slice; at += 1) {
    const node = waiting[at] ?? 0
    const name = nameAt(context, node)
    if (name !== undefined && isSettingRead(context, node)) found.add(name)
    const op = program.op(node)
    // Settings inside a function or object do not filter the list.
    const next =
      op === Op.Closure || op === Op.Class || op === Op.ObjectOf
        ? []
        : op === Op.Import || op === Op.Parameter
          ? references.origins(node)
          : context.operandsOf(node)
    for (const one of next) {
      if (seen.has(one)) continue
      seen.add(one)
      waiting.push(one)
    }
  }
  return found
}
