import { Op } from '../../../ir/operations.ts'
import { addressRanges, everyNetwork } from '../../../models/sanitizers/networks.ts'
import { namesOfCall } from '../call-names.ts'
import type { Checker } from '../checker.ts'
import type { Facts } from '../facts.ts'
import { seenThrough } from '../seen-through.ts'
import { valueFacts } from '../value-facts.ts'

/**
 * Returns the facts that follow from an address range test: `ipaddr.parse(ip).range() === 'unicast'`,
 * `PRIVATE.has(address.range())`. Undefined for other values.
 */
export function factsFromRange(
  checker: Checker,
  { value, texts, isOneOf }: { readonly value: number; readonly texts: readonly string[]; readonly isOneOf: boolean },
): Facts | undefined {
  const { context } = checker
  const at = seenThrough(context, value)
  if (context.program.op(at) !== Op.Call) return undefined
  const { method, receiver } = namesOfCall(context, at)
  if (method !== 'range') return undefined
  return checker.about(receiver, valueFacts({ networks: isOneOf ? onlyIn(texts) : outsideOf(texts) }))
}

const onlyIn = (ranges: readonly string[]): number => (ranges.every((range) => range === 'unicast') ? everyNetwork : 0)
const outsideOf = (ranges: readonly string[]): number =>
  ranges.reduce((bits, range) => bits | (addressRanges.get(range) ?? 0), 0)
