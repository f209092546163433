import { Op } from '../form/operations.ts'
import { namesOfCall } from './call-names.ts'
import { type Evidence, nothingShown } from './evidence.ts'
import type { GuardContext } from './origins-of.ts'
import type { Proofs } from './proofs.ts'

/** What is known of the elements that `list.filter(isFine)` leaves: of each of them the function said so. */
export function shownByFilter(context: GuardContext, proofs: Proofs, value: number): Evidence {
  const { program, references, values } = context
  const call = values.nodeOf(values.collectionOf(value) ?? -1)
  if (call < 0 || program.op(call) !== Op.Call || references.callees(call).length > 0) return nothingShown
  const { method, receiver } = namesOfCall(context, call)
  const isFine = program.operand(call, 1)
  if (method !== 'filter' || isFine < 0 || program.fileOf(call).language === 'python') return nothingShown
  const known = proofs.proveResult(isFine, true)
  // The parameter of the function is an element of what is filtered.
  return known.isImpossible ? nothingShown : (known.of.get(values.element(values.of(receiver))) ?? nothingShown)
}
