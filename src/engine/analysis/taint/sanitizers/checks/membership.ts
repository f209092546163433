import { dataflowLimits } from '../../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../../ir/operations.ts'
import type { Program } from '../../../program/program.ts'
import { allKinds } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import type { CallCheck, Checker } from '../checker.ts'
import { valueFacts } from '../value-facts.ts'
import { flaw } from '../flaws.ts'
import { type Facts, noFacts } from '../facts.ts'
import { operandsOf } from '../operands.ts'
import { networksOfTable } from '../address-marks.ts'
import { constantTexts } from '../constant-texts.ts'
import { collecting, collectingAddresses } from '../../../models/sanitizers/derivations.ts'
import { isIndependent } from '../caller-influence.ts'
import { clearedByEach, subsetFacts } from './character-tests.ts'
import { factsFromRange } from './address-ranges.ts'
import { isHost } from './hosts.ts'
import { factsFromParents } from './parent-folders.ts'
import { otherThan, textWithout } from './text-without.ts'
import { FactBits } from '../fact-bits.ts'

const inCollections: ReadonlySet<string> = new Set([
  'has',
  'includes',
  'contains',
  'get',
  '__contains__',
  'hasOwnProperty',
])
const ownProperty: ReadonlySet<string> = new Set([
  'Object.hasOwn',
  'Object.prototype.hasOwnProperty.call',
  'lodash.has',
  'lodash.includes',
])

/** Handles `has`, `includes`, `Object.hasOwn`, and similar collection and string methods. */
export const checkMembership: CallCheck = (checker, call, isTruthy) => {
  const { context } = checker
  const { externals, method, receiver } = namesOfCall(context, call)
  const [first, second] = [context.program.operand(call, 1), context.program.operand(call, 2)]
  if (externals.some((name) => ownProperty.has(name)))
    return isMember(checker, { node: call, container: first, item: second, isTruthy })
  if (isTruthy && method === 'issubset') return subsetFacts(checker, receiver, first)
  if (method !== undefined && inCollections.has(method))
    return isMember(checker, { node: call, container: receiver, item: first, isTruthy })
  return undefined
}

export interface MemberTest {
  readonly node: number
  readonly container: number
  readonly item: number
  readonly isTruthy: boolean
}

/**
 * Returns the facts that follow if an item is in a collection, or if one string is in another. The facts are about the
 * value that is not constant.
 */
export function isMember(checker: Checker, { node, container, item, isTruthy }: MemberTest): Facts {
  const { context } = checker
  const [texts, allowed] = [constantTexts(context, item), constantTexts(context, container)]
  if (texts && !allowed) {
    if (!isTruthy)
      return checker.about(container, isWrittenList(context, container) ? otherThan(texts) : textWithout(texts))
    const namesHost = texts.every((text) => /[\w-]\.[a-z]{2,}/i.test(text)) && !isHost(context, container)
    return namesHost ? checker.about(container, valueFacts({ flaws: [flaw('host-in-text', node)] })) : noFacts
  }
  const ofRange = allowed && factsFromRange(checker, { value: item, texts: allowed, isOneOf: isTruthy })
  if (ofRange) return ofRange
  const ofParents = factsFromParents(checker, { node, container, item, isTruthy })
  if (ofParents) return ofParents
  if (!isIndependent(context, container, item)) return noFacts
  // The list allows an empty host, and a URL without a host may be a `file:` URL.
  if (isTruthy && hasNothing(context, container) && isHost(context, item)) return noFacts
  if (isTruthy)
    return checker.about(
      item,
      valueFacts({
        cleared: (allowed && clearedByEach(context, item, allowed, container)) ?? allKinds,
        shown: allowed?.every((text) => /^https?:?$/i.test(text)) === true ? FactBits.webScheme : 0,
      }),
    )
  if (!allowed) {
    const networks = networksOfTable(context, container)
    return networks === 0 ? noFacts : checker.about(item, valueFacts({ networks }))
  }
  const denied = otherThan(allowed)
  return checker.about(
    item,
    denied.networks === 0 && denied.shown === 0 ? valueFacts({ flaws: [flaw('deny-list', node)] }) : denied,
  )
}

/** Reports whether a list literal contains `None`, `null`, or an empty string. */
function hasNothing(context: Checker['context'], container: number, depth = 0): boolean {
  const { program, references } = context
  if (depth > dataflowLimits.maxDerivationDepth) return true
  return references.origins(container).some((list) => {
    if (program.op(list) === Op.New || program.op(list) === Op.Call)
      return hasNothing(context, program.operand(list, 1), depth + 1)
    return program.op(list) === Op.ArrayOf && operandsOf(program, list).some((item) => isAbsent(program, item))
  })
}

/**
 * Reports whether a value is a list literal. Membership in a list compares whole items, whereas in a string it also
 * matches parts.
 */
function isWrittenList({ values }: Checker['context'], container: number): boolean {
  return values
    .madeOf(values.of(container))
    .some(({ making }) => making === collecting || making === collectingAddresses)
}

/** True for `None`, `null`, or an empty string. */
function isAbsent(program: Program, node: number): boolean {
  return (
    program.literalText(node) === '' ||
    (program.op(node) === Op.Literal && program.operand(node, 0) === LiteralKind.nothing)
  )
}

/** Returns the facts that follow if `table[key]` exists, so the key is one of the table's keys. */
export function isKeyOf(checker: Checker, { node, container, item, isTruthy }: MemberTest): Facts {
  if (!isTruthy || constantTexts(checker.context, item)) return noFacts
  return isMember(checker, { node, container, item, isTruthy })
}
