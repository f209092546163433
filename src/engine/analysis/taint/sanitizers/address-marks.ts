import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { namesOfCall } from './call-names.ts'
import { derivationByLastName, derivingFunctions, resolvingNames } from '../../models/sanitizers/derivations.ts'
import {
  addressAttributes,
  addressTests,
  everyNetwork,
  hostTests,
  isComprehensive,
  networkOfAddress,
  networkOfNumber,
  networksNamed,
} from '../../models/sanitizers/networks.ts'
import type { GuardContext } from './guard-context.ts'
import { collectionOf } from './iterated-collection.ts'
import { Memo } from './memo.ts'
import { joinedBy, returnedBy } from './operands.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'

/** Signs that a function, or one of its callees, tests network addresses. */
export interface Marks {
  /** Networks named in the code, as bits. */
  readonly networks: number
  readonly resolvesNames: boolean
  /** True if the code treats a name whose lookup fails as a name without addresses. */
  readonly acceptsFailedLookup: boolean
  /** True if a string or pattern contains a bracket, as in URLs with IPv6 addresses. */
  readonly namesBrackets: boolean
}

const noMarks: Marks = { networks: 0, resolvesNames: false, acceptsFailedLookup: false, namesBrackets: false }
const remembered = new Memo<Marks>()

/** Returns the combined marks of a function and its callees. */
export function marksOf(context: GuardContext, functionIndex: number): Marks {
  return remembered.answer(context, functionIndex, () => findMarks(context, functionIndex))
}

function findMarks(context: GuardContext, functionIndex: number): Marks {
  const seen = new Set<number>()
  let open = [functionIndex]
  let marks = noMarks
  for (let depth = 0; depth < dataflowLimits.maxValidatorDepth; depth += 1) {
    const next: number[] = []
    for (const index of open) {
      if (seen.has(index) || seen.size >= dataflowLimits.maxMarkedFunctions) continue
      seen.add(index)
      const own = ownMarks(context, index)
      marks = joined(marks, own)
      next.push(...own.calls)
    }
    open = next
  }
  return marks
}

const joined = (one: Marks, other: Marks): Marks => ({
  networks: one.networks | other.networks,
  resolvesNames: one.resolvesNames || other.resolvesNames,
  acceptsFailedLookup: one.acceptsFailedLookup || other.acceptsFailedLookup,
  namesBrackets: one.namesBrackets || other.namesBrackets,
})

/** Maximum number of nodes to visit per function. */
const maxNodes = 5_000

/** Marks of a function without its callees. */
export interface OwnMarks extends Marks {
  /** Project functions called by the function. */
  readonly calls: readonly number[]
  /** Nodes that name networks, or that call a library to test for networks. */
  readonly nodes: readonly number[]
}

export function ownMarks(context: GuardContext, functionIndex: number): OwnMarks {
  return rememberedOwn.answer(context, functionIndex, () => findOwnMarks(context, functionIndex))
}

const rememberedOwn = new Memo<OwnMarks>()

function findOwnMarks(context: GuardContext, functionIndex: number): OwnMarks {
  const { program, references, index } = context
  const [first, end] = index.range(functionIndex)
  let marks = noMarks
  const calls: number[] = []
  const nodes: number[] = []
  const numbered: number[] = []
  let numbers = 0
  const mark = (node: number, networks: number, resolvesNames = false) => {
    if (networks !== 0) nodes.push(node)
    marks = joined(marks, { ...noMarks, networks, resolvesNames })
  }
  for (let node = first; node < end && node < first + maxNodes; node += 1) {
    switch (program.op(node)) {
      case Op.Literal:
        mark(node, networksOfLiteral(context, node))
        marks = joined(marks, { ...noMarks, namesBrackets: isBracket.test(program.text(node, 1)) })
        if (program.operand(node, 0) === LiteralKind.number && networkOfNumber(program.text(node, 1)) !== 0) {
          numbers |= networkOfNumber(program.text(node, 1))
          numbered.push(node)
        }
        break
      case Op.Load:
        mark(node, addressAttributes.get(program.text(node, 1)) ?? 0)
        break
      case Op.Capture:
      case Op.Import:
        mark(node, networksOfTable(context, node))
        break
      case Op.Call:
      case Op.New: {
        const { externals, lastName, method, receiver } = namesOfCall(context, node)
        const resolvesNames =
          externals.some((name) => derivingFunctions.get(name) === resolvingNames) ||
          derivationByLastName.get(lastName) === resolvingNames
        const testsAddresses =
          externals.some((name) => addressTests.has(name)) ||
          method === 'range' ||
          (method === 'check' && references.externals(receiver).some((name) => name.includes('BlockList')))
        mark(
          node,
          testsAddresses ? everyNetwork : externals.reduce((bits, name) => bits | (hostTests.get(name) ?? 0), 0),
          resolvesNames,
        )
        if (resolvesNames) marks = joined(marks, { ...noMarks, acceptsFailedLookup: isEmptyOnFailure(context, node) })
        calls.push(...references.callees(node))
        break
      }
      default:
    }
  }
  // A single first octet may be an unrelated number, but several of them identify networks.
  return isComprehensive(numbers)
    ? { ...marks, networks: marks.networks | numbers, calls, nodes: [...nodes, ...numbered] }
    : { ...marks, calls, nodes }
}

/** Matches a bracket that is a whole string or is at one end of a pattern. */
const isBracket = /^[[\]]$|^\/\^?\(?\\?\[|\\\]\$\/?/

/** Reports whether a failed name lookup results in an empty list: `catch { return [] }`, `.catch(() => [])`. */
function isEmptyOnFailure(context: GuardContext, call: number): boolean {
  const { program, references, index } = context
  const isEmpty = (node: number) => program.op(node) === Op.ArrayOf && program.operandCount(node) === 0
  for (let region = program.regionAt(call); region >= 0; region = program.regionAround(region)) {
    const rescue = index.rescueOf(region)
    if (rescue < 0) continue
    return index
      .exits(program.functionAround(region))
      .some((exit) => program.isWithin(program.regionAt(exit), rescue) && isEmpty(program.operand(exit, 0)))
  }
  const catching =
    program.users(call).find((user) => program.op(user) === Op.Load && program.text(user, 1) === 'catch') ?? -1
  return (
    catching >= 0 &&
    [...program.users(catching)].some((user) =>
      references
        .functions(program.operand(user, 1))
        .some((handler) => returnedBy(program, handler).every((returned) => isEmpty(returned))),
    )
  )
}

function networksOfLiteral({ program }: GuardContext, node: number): number {
  const kind = program.operand(node, 0)
  return kind === LiteralKind.string || kind === LiteralKind.pattern
    ? networksNamed(kind === LiteralKind.pattern ? program.text(node, 1).slice(1) : program.text(node, 1))
    : 0
}

/** Returns the networks named by a constant or a list of constants, including constants passed to a parser. */
export function networksOfTable(context: GuardContext, node: number): number {
  const collection = collectionOf(context, seenThrough(context, node))
  return networksOfConstants(context, collection < 0 ? node : collection, 0)
}

function networksOfConstants(context: GuardContext, node: number, depth: number): number {
  let networks = 0
  for (const definition of definitionsOf(context, node).slice(0, 20))
    networks |= networksOfDefinition(context, definition, depth)
  return networks
}

/** Maximum nesting depth of a network table. */
const maxTableDepth = 6

const rememberedDefinitions = new Memo<number>()

/**
 * Cached, because many functions use the same tables. If a table contains itself, the inner occurrence adds no
 * networks.
 */
function networksOfDefinition(context: GuardContext, definition: number, depth: number): number {
  return rememberedDefinitions.answer(
    context,
    `${definition} ${depth}`,
    () => findNetworks(context, definition, depth),
    0,
  )
}

function findNetworks(context: GuardContext, definition: number, depth: number): number {
  const { program } = context
  const op = program.op(definition)
  if (op === Op.Literal)
    return program.operand(definition, 0) === LiteralKind.number
      ? networkOfAddress(program.text(definition, 1))
      : networksOfLiteral(context, definition)
  if (depth >= maxTableDepth) return 0
  const inner = (part: number) => networksOfConstants(context, part, depth + 1)
  switch (op) {
    case Op.ArrayOf:
    case Op.ObjectOf:
    case Op.New:
    case Op.Call:
    case Op.Phi: {
      let networks = op === Op.Call ? inner(namesOfCall(context, definition).receiver) : 0
      // The table may be the result of a function: `const RANGES = (() => [cidr('10.0.0.0', 8), …])()`.
      for (const made of op === Op.Call ? context.references.callees(definition).slice(0, 4) : [])
        for (const returned of returnedBy(program, made).slice(0, 4)) networks |= inner(returned)
      const parts = joinedBy(program, definition).slice(0, dataflowLimits.maxOperands)
      for (const part of parts) networks |= inner(program.op(part) === Op.Property ? program.operand(part, 1) : part)
      return networks
    }
    case Op.Element:
    case Op.Spread:
      return inner(program.operand(definition, 0))
    default:
      return 0
  }
}
