import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import {
  derivationByLastName,
  derivingFunctions,
  derivingMethods,
  puttingTogether,
  sameText,
  type Derivation,
} from '../../models/sanitizers/derivations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { CallNames } from './call-names.ts'
import { rewritingOf } from './rewritings.ts'

/** Inputs of a library call's result, and how the result is derived from them. */
export interface CallDerivation {
  /** Name that is equal for calls with the same effect. */
  readonly name: string
  readonly making: Derivation
  /** Nodes of the receiver and arguments. */
  readonly of: readonly number[]
}

/** Returns the node of a string that a call returns unchanged. Undefined for other calls. */
export function returnedText({ externals, method, receiver }: CallNames, given: readonly number[]): number | undefined {
  for (const name of externals) {
    const same = given[sameText.functions.get(name) ?? -1]
    if (same !== undefined) return same
  }
  return method !== undefined && given.length === 0 && sameText.methods.has(method) ? receiver : undefined
}

/** Returns how a library call derives its result. Undefined for project functions and unknown functions. */
export function callDerivation(
  known: KnownProgram,
  node: number,
  names: CallNames,
  given: readonly number[],
): CallDerivation | undefined {
  for (const name of names.externals) {
    const making = derivingFunctions.get(name)
    if (making) return { name, making, of: given.flatMap((argument) => itemsOf(known.program, argument)) }
  }
  if (known.references.callees(node).length > 0) return undefined
  const first = given[0]
  const last = derivationByLastName.get(names.lastName)
  if (last && first !== undefined) return { name: names.lastName, making: last, of: [first] }
  const method =
    names.method === undefined
      ? undefined
      : (derivingMethods.get(names.method) ?? rewritingOf(known, names.method, given))
  if (!method || names.method === undefined || (names.method === 'resolve' && hasPositional(known.program, node)))
    return undefined
  if (known.program.op(names.receiver) === Op.Global) return undefined
  return {
    name: `.${names.method}`,
    making: method,
    of:
      method.keepsText || method === puttingTogether || method.joins === true
        ? [names.receiver, ...given]
        : [names.receiver, ...(names.method === 'relative_to' ? [] : given)],
  }
}

/** Reports whether a call has positional arguments. `p.resolve(strict=True)` has none. */
function hasPositional(program: Program, call: number): boolean {
  for (let index = 1; index < program.operandCount(call); index += 1)
    if (program.op(program.operand(call, index)) !== Op.Keyword) return true
  return false
}

/** Returns the elements of a list argument. They count as arguments: `os.path.commonpath([base, path])`. */
function itemsOf(program: Program, argument: number): readonly number[] {
  return program.op(argument) === Op.ArrayOf
    ? Array.from({ length: Math.min(program.operandCount(argument), dataflowLimits.maxOperands) }, (_, index) =>
        program.operand(argument, index),
      )
    : [argument]
}
