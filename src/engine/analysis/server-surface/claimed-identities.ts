import { callableParameters } from '../taint/sources/callbacks.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { Op } from '../ir/operations.ts'
import { type ServerSurfaceContext, reachedFrom, signsOf } from './surface-context.ts'
import { Sign } from './sign.ts'
import type { Route } from './http-applications.ts'
import {
  databaseNames,
  identityArguments,
  identityAttributes,
  roleArguments,
} from '../models/server-surface/identity-words.ts'
import { carryingOperations } from './carrying-operations.ts'
import type { ClaimUse } from './claim-uses.ts'

/** Identity that a caller claims for itself or for an owner. */
export interface ClaimedIdentity {
  readonly by: 'argument' | 'header' | 'session'
  readonly name: string
  readonly at: number
  /** Location where the identity is trusted. */
  readonly usedAt: number
  /** What the argument determines at that location. */
  readonly use?: ClaimUse
  readonly tool: string | undefined
}

const bounds = { steps: 400, callees: 6 }
const passing: ReadonlySet<Op> = new Set<Op>([
  ...carryingOperations,
  Op.ArrayOf,
  Op.ObjectOf,
  Op.Property,
  Op.ComputedProperty,
  Op.Keyword,
  Op.Concat,
  Op.Spread,
])

/**
 * Finds tool arguments that select whose data a query returns, which map entry is read, or which role the caller has.
 * Reports them only if the tool never checks who the caller is. Includes arguments that a schema restricts, because any
 * id passes the schema.
 */
export function findClaimedArguments(
  context: ServerSurfaceContext,
  tools: readonly OfferedTool[],
): readonly ClaimedIdentity[] {
  const found = new Map<number, ClaimedIdentity>()
  for (const tool of tools) {
    const parameters = tool.functions.flatMap((index) => argumentsOf(context, index))
    if (tool.kind !== 'tool' || readsIdentity(context, tool, parameters)) continue
    for (const { node, name } of parameters.flatMap((parameter) => namedParts(context, parameter))) {
      const used = useOf(context, node, roleArguments.test(name))
      if (used && !found.has(node))
        found.set(node, { by: 'argument', name, at: node, usedAt: used.at, use: used.use, tool: tool.name })
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

/** True if a tool reads the caller's identity. Reads of its own arguments, such as `args.userId`, are ignored. */
function readsIdentity(context: ServerSurfaceContext, tool: OfferedTool, parameters: readonly number[]): boolean {
  const functions = reachedFrom(context, tool.functions)
  if ((signsOf(context, functions) & Sign.readsIdentity) === 0) return false
  const own = partsOfArguments(context, parameters)
  return [...functions]
    .flatMap((index) => context.signs.identityReads.get(index) ?? [])
    .some((node) => !own.has(node) && !isComparedWith(context, node, own))
}

/** True for `note.owner === userId`, where an object's owner is only compared with an argument. */
function isComparedWith({ program }: ServerSurfaceContext, read: number, own: ReadonlySet<number>): boolean {
  const users = [...program.users(read)]
  return (
    users.length > 0 &&
    users.every(
      (user) => program.op(user) === Op.Binary && [1, 2].some((index) => own.has(program.operand(user, index))),
    )
  )
}

/** Returns values read from arguments, including in functions that receive them. */
function partsOfArguments(
  { program, references }: ServerSurfaceContext,
  parameters: readonly number[],
): ReadonlySet<number> {
  const found = new Set(parameters)
  for (const node of found) {
    if (found.size > bounds.steps) break
    for (const user of program.users(node)) {
      const op = program.op(user)
      if (
        carryingOperations.includes(op) ||
        ((op === Op.Load || op === Op.LoadDynamic) && program.operand(user, 0) === node)
      )
        found.add(user)
      if (op !== Op.Call) continue
      for (const index of references.callees(user).slice(0, bounds.callees))
        for (const [place, parameter] of (program.functions[index]?.parameters ?? []).entries())
          if (references.argumentFor(user, index, place) === node) found.add(parameter.node)
    }
  }
  return found
}

/**
 * Returns the parameters that hold tool arguments. Excludes the request context, which is a later or differently named
 * parameter.
 */
function argumentsOf(context: ServerSurfaceContext, index: number): readonly number[] {
  const parameters = callableParameters(context, index)
  const file = context.program.files[context.program.functions[index]?.file ?? 0]
  return (file?.semantics.calls.handlersGetArguments ? parameters : parameters.slice(0, 1)).map(({ node }) => node)
}

/** Returns the parameter if its name matches, or else its attributes with matching names. */
function namedParts(
  { program }: ServerSurfaceContext,
  entry: number,
): readonly { readonly node: number; readonly name: string }[] {
  const parameter =
    program.op(entry) === Op.Parameter
      ? program.functions[program.functionOf(entry)]?.parameters[program.operand(entry, 0)]
      : undefined
  if (parameter?.name !== undefined && identityArguments.test(parameter.name))
    return [{ node: entry, name: parameter.name }]
  return [...program.users(entry)]
    .filter((user) => program.op(user) === Op.Load && identityArguments.test(program.text(user, 1)))
    .map((node) => ({ node, name: program.text(node, 1) }))
}

/** Returns what a value determines: a database query, an entry of a shared map, or, for a role, a branch. */
function useOf(
  context: ServerSurfaceContext,
  start: number,
  isRole: boolean,
): { readonly at: number; readonly use: ClaimUse } | undefined {
  const { program, references } = context
  const seen = new Set([start])
  const waiting = [start]
  for (let at = 0; at < waiting.length && seen.size < bounds.steps; at += 1) {
    const node = waiting[at] ?? 0
    for (const user of program.users(node)) {
      if (seen.has(user)) continue
      seen.add(user)
      const op = program.op(user)
      if (passing.has(op)) waiting.push(user)
      if (isSharedEntry(context, user, node)) return { at: user, use: 'entry' }
      if (isOwnerTest(context, user, node)) return { at: user, use: 'owner' }
      if (isRole && op === Op.Binary && isDecision(context, user)) return { at: user, use: 'decision' }
      if (op !== Op.Call && op !== Op.New) continue
      const callee = program.operand(user, 0)
      if (callee !== node && references.externals(callee).some((name) => databaseNames.test(name)))
        return { at: user, use: 'database' }
      for (const index of references.callees(user).slice(0, bounds.callees)) {
        for (const [place, parameter] of (program.functions[index]?.parameters ?? []).entries())
          if (isHanded(references.argumentFor(user, index, place), node)) waiting.push(parameter.node)
      }
    }
  }
  return undefined

  function isHanded(argument: number | undefined, node: number): boolean {
    return (
      argument !== undefined &&
      (argument === node || (program.op(argument) === Op.Keyword && program.operand(argument, 1) === node))
    )
  }
}

const entryMethods: ReadonlySet<string> = new Set(['get', 'set', 'delete', 'pop', 'setdefault'])

/**
 * True for `accounts.get(userId)` and `accounts[userId]`, if the value is a key in a map or record that all callers
 * share.
 */
function isSharedEntry({ program, references }: ServerSurfaceContext, node: number, key: number): boolean {
  const op = program.op(node)
  let container = -1
  if (op === Op.LoadDynamic || op === Op.StoreDynamic)
    container = program.operand(node, 1) === key ? program.operand(node, 0) : -1
  else if (op === Op.Call && program.operand(node, 1) === key) {
    const callee = program.operand(node, 0)
    if (program.op(callee) === Op.Load && entryMethods.has(program.text(callee, 1)))
      container = program.operand(callee, 0)
  }
  if (container < 0) return false
  return references.objects(container).some((site) => {
    const made = program.op(site)
    const isContainer = made === Op.ObjectOf || ((made === Op.New || made === Op.Call) && isMap(program, site))
    return isContainer && (program.functions[program.functionOf(site)]?.parent ?? -1) < 0
  })
}

function isMap(program: ServerSurfaceContext['program'], site: number): boolean {
  const callee = program.operand(site, 0)
  return program.op(callee) === Op.Global && /^(?:Map|WeakMap|dict)$/.test(program.text(callee, 0))
}

/** True if a value is compared with an object's owner: `notes.filter((note) => note.owner === userId)`. */
function isOwnerTest({ program }: ServerSurfaceContext, comparison: number, value: number): boolean {
  if (program.op(comparison) !== Op.Binary || !/^[!=]==?$/.test(program.text(comparison, 0))) return false
  const other = [1, 2].map((index) => program.operand(comparison, index)).find((one) => one !== value) ?? -1
  return (
    other >= 0 &&
    program.op(other) === Op.Load &&
    identityArguments.test(program.text(other, 1)) &&
    program.op(program.operand(other, 0)) === Op.Parameter
  )
}

/** True if a comparison with a constant controls a branch. */
function isDecision({ program, regions }: ServerSurfaceContext, comparison: number): boolean {
  const isConstant = [1, 2].some((index) => program.literalText(program.operand(comparison, index)) !== undefined)
  return isConstant && (regions().byCondition.get(comparison)?.length ?? 0) > 0
}

/** Finds headers in which a caller states its identity, on routes that require other credentials. */
export function findClaimedHeaders(context: ServerSurfaceContext, doors: readonly Route[]): readonly ClaimedIdentity[] {
  const found = new Map<number, ClaimedIdentity>()
  for (const door of doors) {
    const functions = reachedFrom(context, door.functions, 3)
    for (const { node, name } of context.signs.claimHeaders.slice(0, serverSurfaceLimits.maxCalls)) {
      if (functions.has(context.program.functionOf(node)))
        found.set(node, { by: 'header', name, at: node, usedAt: door.call, tool: undefined })
    }
  }
  return [...found.values()]
}

/** Finds sessions that store their owner but accept any caller that knows the session id. */
export function findUnaskedOwners(context: ServerSurfaceContext, doors: readonly Route[]): readonly ClaimedIdentity[] {
  const { program, signs } = context
  return doors.flatMap((door): readonly ClaimedIdentity[] => {
    const functions = reachedFrom(context, door.functions, 3)
    const bits = signsOf(context, functions)
    if ((bits & Sign.readsSession) === 0 || (bits & Sign.readsIdentity) === 0 || (bits & Sign.comparesOwner) !== 0)
      return []
    const kept = signs.transportProperties
      .flatMap((property) => [...program.users(property)])
      .find(
        (object) =>
          program.op(object) === Op.ObjectOf &&
          functions.has(program.functionOf(object)) &&
          ownerOf(context, object) !== undefined,
      )
    const handed = signs.transportReads.find((node) => functions.has(program.functionOf(node)))
    if (kept === undefined || handed === undefined) return []
    return [{ by: 'session', name: ownerOf(context, kept) ?? 'owner', at: handed, usedAt: kept, tool: undefined }]
  })
}

function ownerOf({ program }: ServerSurfaceContext, object: number): string | undefined {
  for (let index = 0; index < program.operandCount(object); index += 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) === Op.Property && identityAttributes.test(program.text(entry, 0)))
      return program.text(entry, 0)
  }
  return undefined
}
