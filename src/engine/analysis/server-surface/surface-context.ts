import { Op } from '../ir/operations.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { definitionsOf } from '../schemas/schema-steps.ts'
import type { Check } from './check.ts'
import type { RegionLinks } from './region-links.ts'
import type { FunctionSigns } from './sign.ts'

/** A program, what its values refer to, and what its functions show. */
export interface ServerSurfaceContext extends KnownProgram {
  readonly references: FoundReferences
  readonly signs: FunctionSigns
  /** What was found out before, by node. */
  readonly known: { readonly checks: Map<string, Check>; readonly hosts: Map<number, boolean> }
  /** Functions of tools: what they read is no part of what a request passes. */
  readonly toolFunctions: ReadonlySet<number>
  /** Found when they are asked for first: of most servers nobody does. */
  functionLinks(): FunctionLinks
  regions(): RegionLinks
  /** What modules export, by name. */
  exported(): ReadonlyMap<string, readonly number[]>
  /** Calls, returns, exceptions, and numbers of each function, in their order. */
  nodesByRegion(): ReadonlyMap<number, readonly number[]>
  /** Nodes of functions, in their order. */
  nodesOf(functions: ReadonlySet<number>): Iterable<number>
  /** Operands of a node that are nodes. */
  operandsOf(node: number): readonly number[]
}

/** By function: those that stand in it, and those that it calls. */
export interface FunctionLinks {
  readonly inner: ReadonlyMap<number, readonly number[]>
  readonly called: ReadonlyMap<number, readonly number[]>
}

/**
 * How far values and calls are followed: through functions of the project that return them, and from a function to
 * those that it calls.
 */
const bounds = { returned: 6, sources: 60, callsAway: 5, functions: 150, /** Of one list. */ items: 200 }

/** Definitions that a value may be, seen through functions of the project that give it back. */
export function sourcesOf(context: ServerSurfaceContext, node: number): readonly number[] {
  const { program, references } = context
  const found = new Set<number>()
  const seen = new Set<number>()
  const look = (at: number, depth: number): void => {
    if (seen.has(at) || seen.size > bounds.sources) return
    seen.add(at)
    for (const definition of definitionsOf(context, at)) {
      const callees =
        program.op(definition) === Op.Call && depth < bounds.returned ? references.callees(definition) : []
      const returned = callees.slice(0, 4).flatMap((index) => program.functions[index]?.returns.slice(0, 8) ?? [])
      if (returned.length === 0) found.add(definition)
      else for (const one of returned) look(program.operand(one, 0), depth + 1)
    }
  }
  look(node, 0)
  return [...found]
}

/** A function, those that stand in it, and those that it calls, over few calls. */
export function reachedFrom(
  { functionLinks }: ServerSurfaceContext,
  starts: Iterable<number>,
  callsAway = bounds.callsAway,
  without: ReadonlySet<number> = new Set(),
): ReadonlySet<number> {
  const { inner, called } = functionLinks()
  const found = new Set(starts)
  let last = [...found]
  for (let depth = 0; depth <= callsAway && last.length > 0 && found.size < bounds.functions; depth += 1) {
    const next: number[] = []
    for (const index of last) {
      for (const one of [...(inner.get(index) ?? []), ...(called.get(index) ?? [])]) {
        if (found.has(one) || without.has(one) || found.size >= bounds.functions) continue
        found.add(one)
        next.push(one)
      }
    }
    last = next
  }
  return found
}

/** What functions show together. */
export function signsOf({ signs }: ServerSurfaceContext, functions: Iterable<number>): number {
  let bits = 0
  for (const index of functions) bits |= signs.bits[index] ?? 0
  return bits
}

/** Functions that are methods of classes that a value may be, or may be an instance of. */
export function methodsOf({ program, references }: ServerSurfaceContext, node: number): readonly number[] {
  const classes = [...references.classes(node), ...references.instanceClasses(node)]
  return classes.flatMap((index) => {
    const found = program.classes[index]
    const members =
      found?.members
        .map(({ value }) => value)
        .filter((value) => program.op(value) === Op.Closure)
        .map((value) => program.operand(value, 0)) ?? []
    return found && found.creator >= 0 ? [...members, found.creator] : members
  })
}

const appending: ReadonlySet<string> = new Set(['append', 'push', 'extend', 'insert', 'unshift'])

/**
 * Items of a list: those that it is written with, and those that are added to it afterwards, with what adds them (−1
 * for the first).
 */
export function itemsOf(
  { program }: ServerSurfaceContext,
  list: number,
): readonly { readonly value: number; readonly addedBy: number }[] {
  const written = Array.from({ length: program.operandCount(list) }, (_none, index) => ({
    value: program.operand(list, index),
    addedBy: -1,
  }))
  const added = [...seenAs(program, list)]
    .flatMap((node) => [...program.users(node)])
    .filter((user) => program.op(user) === Op.Load && appending.has(program.text(user, 1)))
    .flatMap((load) =>
      [...program.users(load)].filter((user) => program.op(user) === Op.Call && program.operand(user, 0) === load),
    )
    .flatMap((call) =>
      Array.from({ length: program.operandCount(call) - 1 }, (_none, index) => ({
        value: program.operand(call, index + 1),
        addedBy: call,
      })),
    )
  return [...written, ...added].slice(0, bounds.items)
}

/** A value under its own name, and where functions inside see it. */
function seenAs(program: ServerSurfaceContext['program'], node: number): ReadonlySet<number> {
  const found = new Set([node])
  for (const one of found) {
    if (found.size > bounds.sources) break
    for (const user of program.users(one))
      if ([Op.Capture, Op.Phi, Op.Typed, Op.Cell].some((op) => op === program.op(user))) found.add(user)
  }
  return found
}
