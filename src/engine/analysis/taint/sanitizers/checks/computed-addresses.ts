import { dataflowLimits } from '../../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../../ir/operations.ts'
import type { Checker } from '../checker.ts'
import { valueFacts } from '../value-facts.ts'
import { type Facts, noFacts } from '../facts.ts'
import { isComprehensive, networkOfNumber, networksNamed } from '../../../models/sanitizers/networks.ts'
import { operandsOf, reachedFrom } from '../operands.ts'
import { definitionsOf, seenThrough } from '../seen-through.ts'
import type { GuardContext } from '../guard-context.ts'
import { isOwn } from '../caller-influence.ts'
import { FactBits } from '../fact-bits.ts'

/** Operations that compute a value. */
const computes: ReadonlySet<Op> = new Set<Op>([Op.Binary, Op.Unary, Op.Call])
/** Operators that extract bits from a numeric address. */
const ofBits: ReadonlySet<string> = new Set(['>>>', '>>', '<<', '&', '|', '^'])
/** The lowest numeric IPv4 address whose first octet is not 0. */
const minAddress = 2 ** 24

/**
 * Handles comparisons of a computed value with a value that the program chose. Such a comparison is an undecided
 * address test if the program names addresses in it, or if it compares extracted bits with values that are not in the
 * source.
 */
export function compareComputed(checker: Checker, left: number, right: number): Facts {
  const { context } = checker
  const [one, other] = [seenThrough(context, left), seenThrough(context, right)]
  if (isOwn(context, one) === isOwn(context, other)) return noFacts
  const [own, computed] = isOwn(context, one) ? [one, other] : [other, one]
  const isTest = computes.has(context.program.op(computed)) && isOfAddresses(context, own, computed)
  return isTest ? checker.about(computed, valueFacts({ shown: FactBits.compared })) : noFacts
}

function isOfAddresses(context: GuardContext, own: number, computed: number): boolean {
  const [here, there] = [termsOf(context, own), termsOf(context, computed)]
  if (here.hasAddress || there.hasAddress || isComprehensive(here.networks)) return true
  return (here.networks !== 0 || here.isUnknown) && (here.hasBits || there.hasBits)
}

interface Terms {
  /** True if the expression contains an address, as a string or a number. */
  hasAddress: boolean
  /** Private networks identified by the first octets in the expression. */
  networks: number
  hasBits: boolean
  /** True if a value comes from outside the source code. */
  isUnknown: boolean
}

/** Returns the terms of an expression. Follows definitions. */
function termsOf(context: GuardContext, node: number): Terms {
  const found: Terms = { hasAddress: false, networks: 0, hasBits: false, isUnknown: false }
  reachedFrom(
    seenThrough(context, node),
    (at) => partsOf(context, at, found).map((part) => seenThrough(context, part)),
    dataflowLimits.maxOperands,
  )
  return found
}

/** Returns a node's parts, and records what the node itself indicates. */
function partsOf(context: GuardContext, at: number, found: Terms): readonly number[] {
  const { program } = context
  switch (program.op(at)) {
    case Op.Literal:
      learnLiteral(context, at, found)
      return []
    case Op.Binary:
    case Op.Unary:
      found.hasBits ||= ofBits.has(program.text(at, 0))
      return operandsOf(program, at, 1)
    case Op.ArrayOf:
    case Op.Concat:
      return operandsOf(program, at)
    case Op.Call:
      return operandsOf(program, at, 1)
    default: {
      const definitions = definitionsOf(context, at)
      found.isUnknown ||= definitions.includes(at)
      return definitions
    }
  }
}

function learnLiteral({ program }: GuardContext, literal: number, found: Terms): void {
  const text = program.text(literal, 1)
  if (program.operand(literal, 0) === LiteralKind.number) {
    found.hasAddress ||= Number(text) >= minAddress
    found.networks |= networkOfNumber(text)
  } else found.hasAddress ||= networksNamed(text) !== 0
}
