import { maskOf } from '../../taint-kind.ts'
import { Op } from '../../ir/operations.ts'
import { type Derivation, derivingAttributes, takingFarFolder } from '../../models/sanitizers/derivations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { callDerivation, returnedText } from './call-derivation.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { settledPromise } from './iterated-collection.ts'
import { isConstant } from './literals.ts'
import { joinedBy, operandsOf, returnedBy } from './operands.ts'
import type { DerivedValues } from './derived-values.ts'
import type { ProgramIndex } from './program-index.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'

type IndexedProgram = KnownProgram & { readonly index: ProgramIndex }

/** Maximum number of nodes to visit per path. */
const maxNodes = 200
const path = maskOf('path')

/**
 * Reports whether a path is free of unresolved `..`, for every value that it may have. Only such a path is inside its
 * parent folders: `/srv/a/../../etc` is not inside `/srv`.
 */
export function isNormalisedPath(known: IndexedProgram, node: number, seen: Set<number> = new Set()): boolean {
  const { program } = known
  const at = seenThrough(known, node)
  // Already being visited: a path updated by a loop is normalized if its initial value is.
  if (seen.has(at)) return true
  if (at < 0 || seen.size >= maxNodes) return false
  seen.add(at)
  const are = (parts: readonly number[]) =>
    parts.length > 0 && parts.every((part) => isNormalisedPath(known, part, seen))
  switch (program.op(at)) {
    case Op.Literal:
      return !(program.literalText(at) ?? '').split(/[/\\]/).includes('..')
    case Op.Phi:
      return are(joinedBy(program, at).filter((way) => !isConstant(program, way)))
    case Op.Logical:
      return are([program.operand(at, 1), program.operand(at, 2)])
    case Op.Concat:
      return are(operandsOf(program, at))
    case Op.Binary:
      return program.text(at, 0) === '/' && are([program.operand(at, 1), program.operand(at, 2)])
    case Op.Call:
    case Op.New:
      return are(madeOfUnresolved(known, at) ?? []) || isResolving(known, at)
    case Op.Parameter: {
      const promise = settledPromise(known, at)
      return are(promise >= 0 ? [promise] : argumentsFor(known, at))
    }
    case Op.Load:
      if (derivingAttributes.get(program.text(at, 1))?.takesFolder) return are([program.operand(at, 0)])
      break
    default:
  }
  return are(definitionsOf(known, at).filter((definition) => definition !== at))
}

/** Returns how a folder is derived from a path that may itself be a folder, as in `dirname(dirname(p))`. */
export function makingOfFolder(
  known: IndexedProgram,
  values: DerivedValues,
  of: number,
  making: Derivation,
): Derivation {
  if (making.takesFolder !== true) return making
  const node = values.nodeOf(of)
  // For values updated by a loop, the derivation is determined later, when all iterations are known.
  if (node < 0 || known.program.op(node) === Op.Phi) return making
  const isFolder = values.madeOf(of).some((made) => made.making.takesFolder)
  return isFolder && !isNormalisedPath(known, node) ? takingFarFolder : making
}

/** Reports whether the result of a call contains no unresolved `..`. */
function isResolving(known: IndexedProgram, call: number): boolean {
  const names = namesOfCall(known, call)
  const making = callDerivation(known, call, names, argumentsOf(known, call))?.making
  return making?.path !== undefined && making.isOverruled !== true && names.method !== 'relative_to'
}

/**
 * Returns the paths that a call copies into its result without resolving them. Undefined if the call resolves them or
 * is unknown.
 */
function madeOfUnresolved(known: IndexedProgram, call: number): readonly number[] | undefined {
  const { program, references } = known
  const names = namesOfCall(known, call)
  const given = argumentsOf(known, call)
  const same = returnedText(names, given)
  if (same !== undefined) return [same]
  const made = callDerivation(known, call, names, given)
  if (made) return (made.making.checks & path) !== 0 && !isResolving(known, call) ? made.of : undefined
  return references
    .callees(call)
    .flatMap((callee) => returnedBy(program, callee))
    .filter((returned) => returned >= 0 && !isConstant(program, returned))
}

/** Returns the arguments that callers pass for a parameter. Empty if any of them is unknown. */
function argumentsFor({ program, references }: IndexedProgram, parameter: number): readonly number[] {
  const inside = program.functionOf(parameter)
  const given = references
    .callers(inside)
    .map((call) => references.argumentFor(call, inside, program.operand(parameter, 0)) ?? -1)
  return given.includes(-1) ? [] : given
}
