import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionOf, type Steps } from '../../schemas/schema-steps.ts'
import { isCalledFrom } from './called-from.ts'
import { callbackFunctions } from './callbacks.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import type { OfferedTool } from './taint-source.ts'
import { anyShape } from '../../schemas/shape.ts'
import { addArgumentSource } from './definitions.ts'

/**
 * Assigns code to tools if one function serves all of them. Each tool gets the code that runs if the requested name is
 * its own, and the functions stored under its name in tables.
 */
export function assignRegions(
  known: KnownProgram,
  dispatchers: ReadonlyMap<OfferedTool['kind'], ReadonlySet<number>>,
  collected: CollectedSources,
): void {
  for (const [kind, functions] of dispatchers) {
    if (functions.size === 0) continue
    const drafts = new Map<number, ToolDraft>()
    for (const draft of collected.tools) {
      const text = draft.kind === kind ? known.program.stringIndex(draft.name) : -1
      if (text >= 0) drafts.set(text, draft)
    }
    if (drafts.size === 0) continue
    assignTables(known, drafts, collected)
    assignComparisons(known, functions, drafts)
    const untold = [...drafts.values()].filter((draft) => draft.functions.size === 0 && draft.regions.size === 0)
    // A single tool owns the whole function.
    if (untold.length === drafts.size && drafts.size === 1)
      for (const index of functions) untold[0]?.functions.add(index)
  }
}

/**
 * Adds regions whose conditions compare the tool name: `case 'read':`, `if (name === 'read')`. Includes regions in
 * functions called by the dispatcher.
 */
function assignComparisons(
  known: KnownProgram,
  functions: ReadonlySet<number>,
  drafts: ReadonlyMap<number, ToolDraft>,
): void {
  const { program } = known
  const reach = new Map<number, boolean>()
  for (let region = 0; region < program.regionKinds.length; region += 1) {
    const condition = program.regionConditions[region] ?? -1
    const kind = program.regionKinds[region]
    if (condition < 0 || (kind !== RegionKind.when && kind !== RegionKind.unless)) continue
    const index = program.regionFunctions[region] ?? 0
    const { among, without } = namesAfter(known, condition, {
      isTrue: kind === RegionKind.when,
      drafts,
      steps: { left: dataflowLimits.maxCallbackSteps },
    })
    if ((among === undefined && without.size === 0) || !isCalledFrom(known, functions, index, reach)) continue
    for (const draft of among ?? []) {
      draft.regions.add(region)
      draft.functions.add(index)
    }
    for (const draft of without) draft.excluded.add(region)
  }
}

interface Compared {
  readonly isTrue: boolean
  readonly drafts: ReadonlyMap<number, ToolDraft>
  readonly steps: Steps
}

/** Tool names that remain possible after the outcome of a condition. */
interface PossibleNames {
  /** The name is one of these tools. Undefined if the outcome does not restrict it. */
  readonly among: ReadonlySet<ToolDraft> | undefined
  /** The name is not one of these tools. */
  readonly without: ReadonlySet<ToolDraft>
}

const anyName: PossibleNames = { among: undefined, without: new Set() }

/** Returns the tool names that remain possible if a condition is true or false. */
function namesAfter(known: KnownProgram, condition: number, { isTrue, drafts, steps }: Compared): PossibleNames {
  const { program } = known
  if ((steps.left -= 1) < 0) return anyName
  const inner = (node: number, innerTrue = isTrue) => namesAfter(known, node, { isTrue: innerTrue, drafts, steps })
  switch (program.op(condition)) {
    case Op.Unary:
      return program.text(condition, 0) === '!' || program.text(condition, 0) === 'not'
        ? inner(program.operand(condition, 1), !isTrue)
        : anyName
    case Op.Logical: {
      const operator = program.text(condition, 0)
      if (operator === 'nullish') return anyName
      const [left, right] = [inner(program.operand(condition, 1)), inner(program.operand(condition, 2))]
      return (operator === 'and') === isTrue ? bothHold(left, right) : oneHolds(left, right)
    }
    case Op.Binary: {
      const operator = program.text(condition, 0)
      const isEquality = operator === '===' || operator === '==' || operator === 'in'
      if (!isEquality && operator !== '!==' && operator !== '!=' && operator !== 'not in') return anyName
      const named = new Set(
        [program.operand(condition, 1), program.operand(condition, 2)]
          .flatMap((side) => textsAt(known, side))
          .flatMap((text) => drafts.get(text) ?? []),
      )
      if (named.size === 0) return anyName
      return isEquality === isTrue ? { among: named, without: anyName.without } : { among: undefined, without: named }
    }
    default:
      return anyName
  }
}

function bothHold(one: PossibleNames, other: PossibleNames): PossibleNames {
  const common = one.among && other.among?.intersection(one.among)
  // The conditions leave no common name, so one of them, usually the later one, compares something else.
  const among = common?.size ? common : (one.among ?? other.among)
  return { among, without: one.without.union(other.without) }
}

function oneHolds(one: PossibleNames, other: PossibleNames): PossibleNames {
  return {
    among: one.among && other.among && one.among.union(other.among),
    without: one.without.intersection(other.without),
  }
}

/** Returns the string-table indexes of one side of a comparison, which is a constant or a list of constants. */
function textsAt(known: KnownProgram, node: number): readonly number[] {
  const { program } = known
  switch (program.op(node)) {
    case Op.Literal:
      return program.operand(node, 0) === 0 ? [program.operand(node, 1)] : []
    case Op.ArrayOf:
      return Array.from({ length: Math.min(program.operandCount(node), 100) }, (_none, index) =>
        program.operand(node, index),
      ).flatMap((item) => (program.op(item) === Op.Literal ? textsAt(known, item) : []))
    case Op.Load:
    case Op.Capture:
    case Op.Import: {
      const definition = definitionOf(known, node)
      return definition !== undefined && program.op(definition) === Op.Literal ? textsAt(known, definition) : []
    }
    default:
      return []
  }
}

/**
 * Assigns functions in tables to tools: `{ read: readFile, write: writeFile }`, `new Map([['read', readFile]])`,
 * `handlers.set('read', readFile)`.
 */
function assignTables(known: KnownProgram, drafts: ReadonlyMap<number, ToolDraft>, collected: CollectedSources): void {
  const { program } = known
  for (const node of program.index.ofAny(Op.ObjectOf, Op.ArrayOf, Op.Call)) {
    switch (program.op(node)) {
      case Op.ObjectOf: {
        const named = namedFunctions(known, node, drafts)
        if (named.length < Math.min(2, drafts.size)) break
        for (const { draft, functions } of named) addHandled(known, draft, functions, collected)
        break
      }
      case Op.ArrayOf: {
        const draft =
          program.operandCount(node) === 2 && program.op(program.operand(node, 0)) === Op.Literal
            ? drafts.get(program.operand(program.operand(node, 0), 1))
            : undefined
        if (draft) addHandled(known, draft, known.references.functions(program.operand(node, 1)), collected)
        break
      }
      case Op.Call: {
        const callee = program.operand(node, 0)
        const key = program.operand(node, 1)
        if (
          program.op(callee) !== Op.Load ||
          program.operandCount(node) !== 3 ||
          program.op(key) !== Op.Literal ||
          program.text(callee, 1) !== 'set'
        )
          break
        const draft = drafts.get(program.operand(key, 1))
        if (draft) addHandled(known, draft, callbackFunctions(known, program.operand(node, 2)), collected)
        break
      }
      default:
    }
  }
}

/** Returns the functions stored in an object literal under tool names. */
function namedFunctions(
  known: KnownProgram,
  object: number,
  drafts: ReadonlyMap<number, ToolDraft>,
): { readonly draft: ToolDraft; readonly functions: readonly number[] }[] {
  const { program } = known
  const named: { readonly draft: ToolDraft; readonly functions: readonly number[] }[] = []
  for (let index = 0, count = program.operandCount(object); index < count; index += 1) {
    const entry = program.operand(object, index)
    const draft = program.op(entry) === Op.Property ? drafts.get(program.operand(entry, 0)) : undefined
    const functions = draft ? callbackFunctions(known, program.operand(entry, 1)) : []
    if (draft && functions.length > 0) named.push({ draft, functions })
  }
  return named
}

function addHandled(
  known: KnownProgram,
  draft: ToolDraft,
  functions: readonly number[],
  collected: CollectedSources,
): void {
  for (const index of functions) {
    draft.functions.add(index)
    // If the callers are known, the arguments are followed from them, whether validated or not.
    if (known.references.callers(index).length > 0) continue
    addArgumentSource(known, { index, shape: anyShape, draft }, collected)
  }
}
