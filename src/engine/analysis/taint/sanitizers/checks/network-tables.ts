import { isComprehensive, tableTests } from '../../../models/sanitizers/networks.ts'
import { maskOf } from '../../../taint-kind.ts'
import { networksOfTable } from '../address-marks.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import type { CallCheck } from '../checker.ts'
import { isIndependent } from '../caller-influence.ts'
import { valueFacts } from '../value-facts.ts'

/**
 * Handles tests of an address against a network list: `address.match(network)`, and functions that receive both. If the
 * function is unknown, it is undecided whether it rejects private addresses.
 */
export const checkNetworkTable: CallCheck = (checker, call, isTruthy) => {
  const { context } = checker
  if (isTruthy) return undefined
  const { externals, method, receiver } = namesOfCall(context, call)
  const [first, second] = argumentsOf(context, call)
  if (method === 'match' && first !== undefined) {
    const networks = networksOfTable(context, first)
    return networks === 0 ? undefined : checker.about(receiver, valueFacts({ networks }))
  }
  if (first === undefined || second === undefined || externals.length === 0) return undefined
  const networks = networksOfTable(context, second)
  if (networks === 0 || !isIndependent(context, second, first)) return undefined
  if (externals.some((name) => tableTests.has(name))) return checker.about(first, valueFacts({ networks }))
  return isComprehensive(networks) ? checker.about(first, valueFacts({ tested: maskOf('url') })) : undefined
}
