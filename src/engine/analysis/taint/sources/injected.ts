import { Op } from '../../ir/operations.ts'
import type { ProgramFile, ProgramParameter } from '../../program/program-parts.ts'
import { injectedTypes, injectingFunctions } from '../../models/sources/decorators.ts'
import { exportedNames } from '../../schemas/exported-names.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf } from '../../schemas/schema-steps.ts'

/** Maximum number of nested calls in a type alias, and maximum number of names per annotation. */
const bounds = { depth: 4, names: 12 }

/** True for a parameter whose value the framework injects and does not take from the request. */
export function isInjected(known: KnownProgram, parameter: ProgramParameter): boolean {
  const { name, annotation } = parameter
  if (parameterDefaults(known, parameter.node).some((one) => isInjecting(known, one))) return true
  if (annotation === undefined) return name === 'ctx' || name === 'context' || name === 'self' || name === 'cls'
  return injectedTypes.test(annotation) || isInjectedAlias(known, annotation, known.program.fileOf(parameter.node))
}

export function parameterDefaults({ program }: KnownProgram, parameter: number): readonly number[] {
  for (const user of program.users(parameter)) {
    if (
      program.op(user) !== Op.Phi ||
      (program.operand(user, 0) !== parameter && program.operand(user, 2) !== parameter)
    )
      continue
    return [program.operand(user, 0), program.operand(user, 2)].filter((value) => value >= 0 && value !== parameter)
  }
  return []
}

/** Returns the functions that provide a parameter's value. The framework passes the same request to them. */
export function providersOf(known: KnownProgram, parameter: ProgramParameter): readonly number[] {
  return parameterDefaults(known, parameter.node)
    .filter((one) => isInjecting(known, one))
    .flatMap((call) => known.references.functions(known.program.operand(call, 1)))
}

const isInjecting = (known: KnownProgram, node: number) =>
  known.program.op(node) === Op.Call && injectingFunctions.has(calledName(known, node) ?? '')

/**
 * Reports whether a name in an annotation is an alias such as `Session = Annotated[Database, Depends(get_database)]`.
 */
function isInjectedAlias(known: KnownProgram, annotation: string, file: ProgramFile): boolean {
  const exported = exportedNames(known.program, file)
  return [...annotation.matchAll(/[A-Za-z_]\w*/g)]
    .slice(0, bounds.names)
    .flatMap(([name]) => exported.get(name) ?? [])
    .flatMap((value) => definitionsOf(known, value))
    .some((definition) => hasInjectingCall(known, definition, bounds.depth))
}

function hasInjectingCall(known: KnownProgram, node: number, depth: number): boolean {
  const { program } = known
  if (isInjecting(known, node)) return true
  if (depth === 0) return false
  const op = program.op(node)
  if (op !== Op.LoadDynamic && op !== Op.ArrayOf) return false
  return Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index)).some(
    (operand) => hasInjectingCall(known, operand, depth - 1),
  )
}
