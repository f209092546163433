import {
  copyingCalls,
  dumpingCalls,
  harmlessNames,
  hiddenTypes,
  secretNames,
  wholeEnvironment,
} from '../models/server-surface/secret-words.ts'
import { Op } from '../ir/operations.ts'
import { keywordArgument, positionalArguments, receiverOf } from '../schemas/schema-steps.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { isSettingRead } from './addresses.ts'
import { plainName } from './plain-name.ts'
import { settingName } from './setting-name.ts'
import { reachedFrom, type ServerSurfaceContext } from './surface-context.ts'

/** A server secret that a tool returns to its caller. */
export interface ReturnedSecret {
  /**
   * What is returned: the whole environment, a variable that the caller selects, all settings fields, or one setting.
   */
  readonly kind: 'environment' | 'variable' | 'settings' | 'setting'
  readonly name: string
  readonly at: number
  /** Value that the tool returns, or exception that it throws. */
  readonly returnedAt: number
  readonly tool: string
}

const bounds = { steps: 400, depth: 5, /** Maximum number of calls to a function that throws. */ callsAway: 3 }

/** Traces tool results back to the environment and to settings with secrets. */
export function findReturnedSecrets(
  context: ServerSurfaceContext,
  tools: readonly OfferedTool[],
): readonly ReturnedSecret[] {
  const { program } = context
  const found = new Map<number, ReturnedSecret>()
  for (const tool of tools) {
    if (tool.kind === 'prompt') continue
    for (const index of tool.functions) {
      const ends = [...(program.functions[index]?.returns ?? []), ...thrownBelow(context, index)]
      for (const end of ends)
        for (const secret of secretsIn(context, program.operand(end, 0)))
          if (!found.has(secret.at)) found.set(secret.at, { ...secret, returnedAt: end, tool: tool.name })
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

/** Returns the exceptions that a function and its callees throw. The SDK sends an exception's text to the caller. */
function thrownBelow(context: ServerSurfaceContext, index: number): readonly number[] {
  const { program, nodesByRegion } = context
  return [...reachedFrom(context, [index], bounds.callsAway)].flatMap((one) =>
    (nodesByRegion().get(one) ?? []).filter((node) => program.op(node) === Op.Throw),
  )
}

function secretsIn(
  context: ServerSurfaceContext,
  start: number,
): readonly Pick<ReturnedSecret, 'kind' | 'name' | 'at'>[] {
  const { program } = context
  const found: Pick<ReturnedSecret, 'kind' | 'name' | 'at'>[] = []
  const seen = new Set([start])
  const waiting: { readonly node: number; readonly depth: number }[] = [{ node: start, depth: 0 }]
  for (let at = 0; at < waiting.length && seen.size < bounds.steps; at += 1) {
    const { node, depth } = waiting[at] ?? { node: 0, depth: 0 }
    const secret = secretAt(context, node)
    if (secret) {
      found.push(secret)
      continue
    }
    for (const next of partsOf(context, node, depth)) {
      if (next.node < 0 || next.node >= program.nodeCount || seen.has(next.node)) continue
      seen.add(next.node)
      waiting.push(next)
    }
  }
  return found
}

function secretAt(
  context: ServerSurfaceContext,
  node: number,
): Pick<ReturnedSecret, 'kind' | 'name' | 'at'> | undefined {
  const { program, references } = context
  const op = program.op(node)
  if (op === Op.Load || op === Op.LoadDynamic || op === Op.Import || op === Op.Call) {
    if (op !== Op.Call && references.externals(node).some((name) => wholeEnvironment.has(name)))
      return { kind: 'environment', name: '', at: node }
    if (isNamedByCaller(context, node)) return { kind: 'variable', name: '', at: node }
    if (isSettingRead(context, node)) {
      const name = settingName(context, node)
      return isSecretName(name) ? { kind: 'setting', name, at: node } : undefined
    }
  }
  return op === Op.Call ? dumpedSettings(context, node) : undefined
}

/** True for `process.env[name]`, `os.environ.get(name)`, and `os.getenv(name)` if the name is a tool argument. */
function isNamedByCaller(context: ServerSurfaceContext, node: number): boolean {
  const { program, references } = context
  const op = program.op(node)
  if (op !== Op.LoadDynamic && op !== Op.Call) return false
  const callee = program.operand(node, 0)
  const holder = op === Op.Call && program.op(callee) === Op.Load ? program.operand(callee, 0) : callee
  const isRead =
    references.externals(holder).some((name) => wholeEnvironment.has(name)) ||
    (op === Op.Call && references.externals(callee).includes('os.getenv'))
  const key = isRead ? program.operand(node, 1) : -1
  return key >= 0 && references.origins(key).some((origin) => isArgument(context, origin))
}

function isArgument(context: ServerSurfaceContext, node: number): boolean {
  const { program, toolFunctions } = context
  if (program.op(node) === Op.Load) return isArgument(context, program.operand(node, 0))
  return program.op(node) === Op.Parameter && toolFunctions.has(program.functionOf(node))
}

function isSecretName(name: string): boolean {
  return secretNames.test(name) && !harmlessNames.some((pattern) => pattern.test(name))
}

/**
 * Handles `settings.model_dump()` and `asdict(settings)` for a class with a secret field, unless fields are selected.
 */
function dumpedSettings(
  context: ServerSurfaceContext,
  call: number,
): Pick<ReturnedSecret, 'kind' | 'name' | 'at'> | undefined {
  const { program, references } = context
  const name = plainName(context, program.operand(call, 0)) ?? ''
  if (!dumpingCalls.has(name) || references.callees(call).length > 0) return undefined
  if (['exclude', 'include'].some((key) => keywordArgument(context, call, key) !== undefined)) return undefined
  const [first] = positionalArguments(context, call)
  const dumped = name === 'asdict' || name === 'vars' ? first : receiverOf(context, call)
  if (dumped === undefined) return undefined
  for (const index of references.instanceClasses(dumped)) {
    const field = program.classes[index]?.fieldTypes.find(([key, type]) => isSecretName(key) && !hiddenTypes.test(type))
    if (field) return { kind: 'settings', name: field[0], at: call }
  }
  return undefined
}

/** Returns the values that make up a value, if their text or all of their parts are preserved. */
function partsOf(
  context: ServerSurfaceContext,
  node: number,
  depth: number,
): readonly { readonly node: number; readonly depth: number }[] {
  const { program, references } = context
  const operands = (...indexes: readonly number[]) =>
    indexes.map((index) => ({ node: program.operand(node, index), depth }))
  const all = (from: number, step = 1) =>
    Array.from({ length: Math.max(0, Math.ceil((program.operandCount(node) - from) / step)) }, (_none, index) => ({
      node: program.operand(node, from + index * step),
      depth,
    }))
  switch (program.op(node)) {
    case Op.Capture:
    case Op.Await:
    case Op.Typed:
    case Op.Spread:
      return operands(0)
    case Op.Property:
    case Op.ComputedProperty:
    case Op.Keyword:
      return operands(1)
    case Op.Logical:
      return operands(1, 2)
    case Op.Phi:
      return all(0, 2)
    case Op.Cell:
    case Op.Concat:
    case Op.ArrayOf:
    case Op.ObjectOf:
      return all(0)
    case Op.Import:
    case Op.Load:
    case Op.Parameter:
      return references.origins(node).map((origin) => ({ node: origin, depth }))
    case Op.Call:
    case Op.New: {
      const callees = references.callees(node)
      if (callees.length > 0)
        return depth >= bounds.depth
          ? []
          : callees
              .slice(0, 3)
              .flatMap((index) => program.functions[index]?.returns ?? [])
              .map((returned) => ({ node: program.operand(returned, 0), depth: depth + 1 }))
      const callee = program.operand(node, 0)
      if (!copyingCalls.has(plainName(context, callee) ?? '')) return []
      const receiver = program.op(callee) === Op.Load ? [{ node: program.operand(callee, 0), depth }] : []
      return [...receiver, ...all(1)]
    }
    default:
      return []
  }
}
