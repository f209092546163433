import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { joinedBy } from './operands.ts'
import { isNothing } from './literals.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'
import type { GuardContext } from './guard-context.ts'
import { collectionOf, iteratedCollection, settledPromise } from './iterated-collection.ts'
import { isOwn } from './caller-influence.ts'

/** Degrees to which a path is normalized, in ascending order. */
export const PathState = { asWritten: 0, normalised: 1, real: 2 } as const
export type PathState = (typeof PathState)[keyof typeof PathState]

/** Returns the degree to which a path is normalized. */
export function pathState(context: GuardContext, node: number, depth = 0): PathState {
  const { program, values } = context
  if (depth > dataflowLimits.maxDerivationDepth) return PathState.asWritten
  const at = seenThrough(context, node)
  if (program.op(at) === Op.Phi || program.op(at) === Op.Logical)
    return stateOfAny(context, valuesOf(context, at), depth)
  const returned =
    program.op(at) === Op.Call
      ? context.references
          .callees(at)
          .flatMap((callee) => (program.functions[callee]?.returns ?? []).map((node) => program.operand(node, 0)))
      : []
  if (returned.length > 0) return stateOfAny(context, returned, depth)
  const promise = settledPromise(context, at)
  if (promise >= 0) return pathState(context, promise, depth + 1)
  const collection = collectionOf(context, at)
  const items = collection < 0 ? [] : itemsOf(context, definitionsOf(context, collection))
  if (items.length > 0) return stateOfAny(context, items, depth)
  const parts = values.madeOf(values.of(at))
  const [made] = parts
  // In Python, joining paths does not normalize them: `/srv/../etc`.
  if (made?.making.joins === true) {
    const [first = -1] = argumentsOf(context, at)
    return joinedState(
      context,
      parts.map(({ of }) => values.nodeOf(of)),
      made.making.isOverruled === true
        ? { depth, least: PathState.asWritten }
        : { depth, least: PathState.normalised, first: values.of(first) },
    )
  }
  if (made?.making.path) return made.making.path === 'real' ? PathState.real : PathState.normalised
  // A derivation such as a parent folder, a change of case, or a replacement of slashes keeps the state of the path.
  if (made && made.making.checks !== 0) {
    const source = values.nodeOf(made.of)
    return source < 0 || source === at ? PathState.asWritten : pathState(context, source, depth + 1)
  }
  const definitions = definitionsOf(context, at).filter((definition) => definition !== at)
  return definitions.length === 0 ? PathState.asWritten : stateOfAny(context, definitions, depth)
}

/**
 * Returns the state of a joined path. It is `real` for one real folder joined with a base name that may not exist yet:
 * `join(realpath(dirname(p)), basename(p))`. Any other part may lead through a link, even a second real path. If
 * `first` is set, only that value may be the real part. Otherwise, any part may be, because an absolute part replaces
 * the parts before it.
 */
function joinedState(
  context: GuardContext,
  parts: readonly number[],
  { depth, least, first }: { readonly depth: number; readonly least: PathState; readonly first?: number },
): PathState {
  let state = least
  for (const part of parts) {
    if (part < 0) return least
    if (isOwn(context, part) || isBaseName(context, part)) continue
    if (first !== undefined && (state === PathState.real || context.values.of(part) !== first)) return least
    if (pathState(context, part, depth + 1) !== PathState.real) return least
    state = PathState.real
  }
  return state
}

/** True for `path.basename(p)`, and for a path object's attribute `name`. */
function isBaseName(context: GuardContext, node: number): boolean {
  return (
    isPathName(context, node) ||
    (context.program.op(node) === Op.Call &&
      /^(?:path|os\.path|upath)\.basename$/.test(namesOfCall(context, node).externals[0] ?? ''))
  )
}

/** Reports whether a node is the last part of a path object. */
function isPathName({ program, references }: GuardContext, node: number): boolean {
  return (
    program.op(node) === Op.Load &&
    program.text(node, 1) === 'name' &&
    references.externals(program.operand(node, 0)).some((name) => pathObject.test(name))
  )
}

/** Matches the external names of path objects. */
export const pathObject = /^pathlib\.(?:Pure)?(?:Posix|Windows)?Path\(\)/

/**
 * Returns the state of a value with several alternatives. Links count as resolved if one alternative resolves them and
 * the others are normalized, because the others usually handle paths that do not exist yet.
 */
function stateOfAny(context: GuardContext, nodes: readonly number[], depth: number): PathState {
  const states = nodes
    .slice(0, 20)
    .filter((node) => !isNothing(context.program, node))
    .map((node) => pathState(context, node, depth + 1))
  if (states.length === 0 || states.includes(PathState.asWritten)) return PathState.asWritten
  return states.includes(PathState.real) ? PathState.real : PathState.normalised
}

/** Returns the items of list literals. Empty if there may be other items. */
function itemsOf({ program }: GuardContext, lists: readonly number[]): readonly number[] {
  if (!lists.every((list) => program.op(list) === Op.ArrayOf)) return []
  const items = lists.flatMap((list) => joinedBy(program, list))
  return items.some((item) => program.op(item) === Op.Spread) ? [] : items
}

function valuesOf({ program }: GuardContext, node: number): number[] {
  if (program.op(node) === Op.Logical) return [program.operand(node, 1), program.operand(node, 2)]
  const operands: number[] = []
  for (let index = 0; index < program.operandCount(node); index += 2)
    if (program.operand(node, index) !== node) operands.push(program.operand(node, index))
  return operands
}

const separator = /^(?:path|os)(?:\.(?:posix|win32|path))?\.sep$/

/** Reports whether a string that paths are compared with, or one of its possible values, ends in a path separator. */
export function endsWithSeparator(context: GuardContext, node: number, depth = 0): boolean {
  const { program, references } = context
  if (node < 0 || depth > dataflowLimits.maxDerivationDepth) return false
  const at = seenThrough(context, node)
  const again = (other: number) => endsWithSeparator(context, other, depth + 1)
  const op = program.op(at)
  if (op === Op.Literal) return /[/\\]$/.test(program.text(at, 1))
  // Accepts a separator alone, because it may stand for a root folder: `if (root === path.sep) return
  // name.startsWith(path.sep)`.
  if (references.externals(at).some((name) => separator.test(name))) return true
  if (op === Op.Concat || op === Op.TaggedTemplate) return again(lastPart(context, at))
  if (op === Op.Phi || op === Op.Logical) return valuesOf(context, at).some(again)
  const collection = op === Op.Element ? program.operand(at, 0) : iteratedCollection(context, at)
  if (collection >= 0)
    return definitionsOf(context, collection).some((definition) => elementsEndWithSeparator(context, definition, depth))
  if (op === Op.Call) {
    const { externals, method } = namesOfCall(context, at)
    // `os.path.join(base, '')` also ends in a separator.
    if (
      externals.some((name) => name === 'path.join' || name === 'path.normalize' || name === 'os.path.join') ||
      method === 'concat'
    ) {
      const last = program.operand(at, program.operandCount(at) - 1)
      return again(last) || (program.literalText(last) === '' && externals.includes('os.path.join'))
    }
    // `base.replace(/\\?$/, '\\')` adds a separator.
    if (method === 'replace' && endsInReplacement(program, at)) return true
    return references
      .callees(at)
      .some((callee) =>
        (program.functions[callee]?.returns ?? []).some((returned) => again(program.operand(returned, 0))),
      )
  }
  return definitionsOf(context, at).some((definition) => definition !== at && again(definition))
}

/**
 * Reports whether a call replaces the end of a string with text that ends in a separator, even if that end is empty.
 */
function endsInReplacement(program: GuardContext['program'], call: number): boolean {
  const [what, replacement] = [program.operand(call, 1), program.literalText(program.operand(call, 2))]
  if (program.op(what) !== Op.Literal || program.operand(what, 0) !== LiteralKind.pattern || replacement === undefined)
    return false
  return /[/\\]$/.test(replacement) && /^\/(?:\\[/\\]|\[[/\\]+\])?[?*]?\$\/[a-z]*$/.test(program.text(what, 1))
}

function lastPart({ program }: GuardContext, node: number): number {
  for (let index = program.operandCount(node) - 1; index >= 0; index -= 1)
    if (program.literalText(program.operand(node, index)) !== '') return program.operand(node, index)
  return -1
}

function elementsEndWithSeparator(context: GuardContext, collection: number, depth: number): boolean {
  const { program, references } = context
  const again = (other: number) => endsWithSeparator(context, other, depth + 1)
  if (program.op(collection) === Op.ArrayOf) {
    const items = Array.from({ length: Math.min(program.operandCount(collection), 50) }, (_, index) =>
      program.operand(collection, index),
    )
    return items.length > 0 && items.every(again)
  }
  if (program.op(collection) !== Op.Call || namesOfCall(context, collection).method !== 'map') return false
  return references
    .functions(program.operand(collection, 1))
    .some((mapped) =>
      (program.functions[mapped]?.returns ?? []).some((returned) => again(program.operand(returned, 0))),
    )
}

/** Reports whether a string is exactly a path separator. */
export function isSeparator({ program, references }: GuardContext, node: number): boolean {
  return (
    /^[/\\]$/.test(program.literalText(node) ?? '') || references.externals(node).some((name) => separator.test(name))
  )
}
