import { Op } from '../ir/operations.ts'
import type { ProgramFile } from '../program/program-parts.ts'
import { exportedNames } from './exported-names.ts'
import type { KnownProgram } from './known-program.ts'
import { calledName, definitionsOf, positionalArguments } from './schema-steps.ts'
import type { Refinement } from './shape.ts'

/** Type hint metadata with a function that runs after the type check, or instead of it. */
const validators: ReadonlySet<string> = new Set(['AfterValidator', 'PlainValidator'])
const inText = /\b(?:AfterValidator|PlainValidator)\(\s*([A-Za-z_]\w*)/g
const maxValidators = 8

/** Returns the validators named in a type hint: `check` in `Annotated[str, AfterValidator(check)]`. */
export function validatorsInText(known: KnownProgram, text: string, file: ProgramFile | undefined): Refinement[] {
  const names = [...text.matchAll(inText)].flatMap(([, name]) => name ?? []).slice(0, maxValidators)
  const exported = file && names.length > 0 ? exportedNames(known.program, file) : undefined
  return names.flatMap((name) => {
    const value = exported?.get(name)
    return value === undefined ? [] : refinementsBy(known, value)
  })
}

/** The type and the validators that an `Annotated[…]` alias denotes. */
export interface AnnotatedAlias {
  readonly type: number
  readonly refinements: readonly Refinement[]
}

/** Returns the alias that a file defines under a name: `Name = Annotated[str, AfterValidator(check)]`. */
export function annotatedAlias(
  known: KnownProgram,
  name: string,
  file: ProgramFile | undefined,
): AnnotatedAlias | undefined {
  const { program } = known
  const value = file && exportedNames(program, file).get(name)
  for (const made of value === undefined ? [] : definitionsOf(known, value)) {
    if (program.op(made) !== Op.LoadDynamic || program.op(program.operand(made, 1)) !== Op.ArrayOf) continue
    const list = program.operand(made, 1)
    const [type, ...metadata] = Array.from(
      { length: Math.min(program.operandCount(list), maxValidators) },
      (_, index) => program.operand(list, index),
    )
    const refinements = metadata
      .flatMap((one) => definitionsOf(known, one))
      .filter((one) => program.op(one) === Op.Call && validators.has(calledName(known, one) ?? ''))
      .flatMap((call) => refinementsBy(known, positionalArguments(known, call)[0] ?? -1))
    if (type !== undefined && refinements.length > 0) return { type, refinements }
  }
  return undefined
}

function refinementsBy(known: KnownProgram, value: number): Refinement[] {
  if (value < 0) return []
  return definitionsOf(known, value)
    .filter((one) => known.program.op(one) === Op.Closure)
    .slice(0, 1)
    .map((closure) => ({ function: closure, parameter: 0, passes: 'ends' }))
}
