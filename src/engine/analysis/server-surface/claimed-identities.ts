import { callableParameters } from '../taint/sources/callbacks.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { Op } from '../ir/operations.ts'
import { type ServerSurfaceContext, reachedFrom, signsOf } from './surface-context.ts'
import { Sign } from './sign.ts'
import type { Route } from './http-applications.ts'
import { databaseNames, identityArguments, identityAttributes } from '../models/server-surface/identity-words.ts'
import { carryingOperations } from './carrying-operations.ts'

/** Who somebody is, or whose something is, as the caller says it. */
export interface ClaimedIdentity {
  readonly by: 'argument' | 'header' | 'session'
  readonly name: string
  readonly at: number
  /** Where it is believed. */
  readonly usedAt: number
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
 * Arguments of tools that say whose data a database is asked for, where the tool never looks who asks. Also those that
 * a schema narrows: an id is an id.
 */
export function findClaimedArguments(
  context: ServerSurfaceContext,
  tools: readonly OfferedTool[],
): readonly ClaimedIdentity[] {
  const found = new Map<number, ClaimedIdentity>()
  for (const tool of tools) {
    if (tool.kind !== 'tool' || (signsOf(context, reachedFrom(context, tool.functions)) & Sign.readsIdentity) !== 0)
      continue
    for (const { node, name } of tool.functions
      .flatMap((index) => argumentsOf(context, index))
      .flatMap((parameter) => namedParts(context, parameter))) {
      const usedAt = reachesDatabase(context, node)
      if (usedAt >= 0 && !found.has(node)) found.set(node, { by: 'argument', name, at: node, usedAt, tool: tool.name })
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

/** Parameters that have arguments: what surrounds a request comes after them, or by a name of its own. */
function argumentsOf(context: ServerSurfaceContext, index: number): readonly number[] {
  const parameters = callableParameters(context, index)
  const file = context.program.files[context.program.functions[index]?.file ?? 0]
  return (file?.semantics.calls.handlersGetArguments ? parameters : parameters.slice(0, 1)).map(({ node }) => node)
}

/** The parameter itself by its name, or attributes of it. */
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

/** The call of a database's library that a value is handed to; −1 where it is to none. */
function reachesDatabase({ program, references }: ServerSurfaceContext, start: number): number {
  const seen = new Set([start])
  const waiting = [start]
  for (let at = 0; at < waiting.length && seen.size < bounds.steps; at += 1) {
    const node = waiting[at] ?? 0
    for (const user of program.users(node)) {
      if (seen.has(user)) continue
      seen.add(user)
      const op = program.op(user)
      if (passing.has(op)) waiting.push(user)
      if (op !== Op.Call && op !== Op.New) continue
      const callee = program.operand(user, 0)
      if (callee !== node && references.externals(callee).some((name) => databaseNames.test(name))) return user
      for (const index of references.callees(user).slice(0, bounds.callees)) {
        for (const [place, parameter] of (program.functions[index]?.parameters ?? []).entries())
          if (isHanded(references.argumentFor(user, index, place), node)) waiting.push(parameter.node)
      }
    }
  }
  return -1

  function isHanded(argument: number | undefined, node: number): boolean {
    return (
      argument !== undefined &&
      (argument === node || (program.op(argument) === Op.Keyword && program.operand(argument, 1) === node))
    )
  }
}

/** Headers in which a caller says what it is, where the same answer is given only to who proved itself otherwise. */
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

/** Sessions that keep whose they are, where whoever knows the id of one is taken for its owner. */
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
