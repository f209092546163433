import { dataflowLimits } from '../dataflow-limits.ts'
import { MemberFlag, Op } from '../ir/operations.ts'
import type { KnownProgram } from './known-program.ts'
import { keywordArgument, positionalArguments, textOf } from './schema-steps.ts'
import type { Refinement } from './shape.ts'

/**
 * A validator method in a pydantic model, and the fields that it validates. `*` means all fields. If there are no
 * fields, it validates the model.
 */
export interface FieldValidator {
  readonly fields: readonly string[]
  readonly refinement: Refinement
}

const ofModels = /^pydantic\.(?:\w+\.)*model_validator$/
const decorators = /^pydantic\.(?:\w+\.)*(?:field_validator|validator)$/

/**
 * Returns the methods in a class that are decorated with `@field_validator('name')`. They throw, or return the field's
 * new value.
 */
export function fieldValidators(known: KnownProgram, classIndex: number): readonly FieldValidator[] {
  const { program, references } = known
  const found: FieldValidator[] = []
  for (const { value, flags } of (program.classes[classIndex]?.members ?? []).slice(0, dataflowLimits.maxProperties)) {
    if (program.op(value) !== Op.Closure || (flags & (MemberFlag.static | MemberFlag.getter | MemberFlag.setter)) !== 0)
      continue
    for (const call of program.users(value)) {
      const decorator = program.operand(call, 0)
      if (program.op(call) !== Op.Call || program.operand(call, 1) !== value || program.op(decorator) !== Op.Call)
        continue
      const names = references.externals(program.operand(decorator, 0))
      if (names.some((name) => ofModels.test(name)) && isAfter(known, decorator)) {
        found.push({ fields: [], refinement: { function: value, parameter: 0, passes: 'untold' } })
        continue
      }
      if (!names.some((name) => decorators.test(name))) continue
      const fields = positionalArguments(known, decorator)
        .map((argument) => textOf(known, argument))
        .filter((name) => name !== undefined)
      found.push({ fields, refinement: { function: value, parameter: 1, passes: 'ends' } })
    }
  }
  return found
}

/** True for `@model_validator(mode="after")`. */
function isAfter(known: KnownProgram, decorator: number): boolean {
  const mode = keywordArgument(known, decorator, 'mode')
  return mode !== undefined && textOf(known, mode) === 'after'
}
