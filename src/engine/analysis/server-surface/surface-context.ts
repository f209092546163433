import { Op } from '../ir/operations.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { definitionsOf } from '../schemas/schema-steps.ts'
import type { Check } from './check.ts'
import type { RegionLinks } from './region-links.ts'
import type { FunctionSigns } from './sign.ts'

/** A program with its points-to information and its functions' features. */
export interface ServerSurfaceContext extends KnownProgram {
  readonly references: FoundReferences
  readonly signs: FunctionSigns
  /** Cached results by node. */
  readonly known: { readonly checks: Map<string, Check>; readonly hosts: Map<number, boolean> }
  /** Functions that handle tool calls. Their reads are not part of the checks that a request passes. */
  readonly toolFunctions: ReadonlySet<number>
  /** Computed on first use, because most servers do not need these relations. */
  functionLinks(): FunctionLinks
  regions(): RegionLinks
  /** Exports by name, from all modules. */
  exported(): ReadonlyMap<string, readonly number[]>
  /** Calls, returns, exceptions, and numbers in each function, in order. */
  nodesByRegion(): ReadonlyMap<number, readonly number[]>
  /** Returns the nodes in these functions, in order. */
  nodesOf(functions: ReadonlySet<number>): Iterable<number>
  /** Returns the operands that are nodes. */
  operandsOf(node: number): readonly number[]
}

/** Nested functions and callees of each function. */
export interface FunctionLinks {
  readonly inner: ReadonlyMap<number, readonly number[]>
  readonly called: ReadonlyMap<number, readonly number[]>
}

/**
 * Limits for following values through functions that return them, and for following calls from a function to its
 * callees.
 */
const bounds = { returned: 6, sources: 60, callsAway: 5, functions: 150, /** Maximum items per list. */ items: 200 }

/** Returns the possible definitions of a value, including through project functions that return it. */
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

/** Returns functions together with their nested functions and callees, up to a small depth. */
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

/** Returns the combined features of functions. */
export function signsOf({ signs }: ServerSurfaceContext, functions: Iterable<number>): number {
  let bits = 0
  for (const index of functions) bits |= signs.bits[index] ?? 0
  return bits
}

/** Returns the methods of the classes that a value may be or may be an instance of. */
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
 * Returns the initial items of a list and the items added later, with the call that adds them (-1 for initial items).
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

/** Returns the aliases of a value, including captures in nested functions. */
function seenAs(program: ServerSurfaceContext['program'], node: number): ReadonlySet<number> {
  const found = new Set([node])
  for (const one of found) {
    if (found.size > bounds.sources) break
    for (const user of program.users(one))
      if ([Op.Capture, Op.Phi, Op.Typed, Op.Cell].some((op) => op === program.op(user))) found.add(user)
  }
  return found
}
