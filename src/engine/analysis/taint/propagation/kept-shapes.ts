import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { anyShape, harmlessShape, narrowedShape, objectShape, type Shape } from '../../schemas/shape.ts'
import { allKinds, type TaintMask } from '../../taint-kind.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { DerivationStep, KeptValue } from '../sources/request-derivation.ts'
import type { TaintSource } from '../sources/taint-source.ts'

/** Returns the source without the taint kinds cleared by checks before middleware stores the value. */
export function keptSource(program: Program, guards: Guards, source: TaintSource): TaintSource {
  return source.kept ? { ...source, shape: shapeOf(program, guards, source.kept) } : source
}

function shapeOf(program: Program, guards: Guards, kept: readonly KeptValue[]): Shape {
  const left = new Map<string | undefined, TaintMask>()
  for (const { key, steps } of kept)
    left.set(key, (left.get(key) ?? 0) | (allKinds & ~clearedOn(program, guards, steps)))
  const alone = left.get(undefined)
  if (alone !== undefined)
    return narrowedShape(
      anyShape,
      [...left.values()].reduce((all, one) => all | one, alone),
    )
  return objectShape(
    new Map([...left].flatMap(([key, mask]) => (key === undefined ? [] : [[key, narrowedShape(anyShape, mask)]]))),
    harmlessShape,
  )
}

/** Returns the taint kinds that checks and conversions clear on the path. */
function clearedOn(program: Program, guards: Guards, steps: readonly DerivationStep[]): TaintMask {
  return steps.reduce((cleared, { value, user }) => {
    const { cleared: checked } = guards.judge({ value, user, region: regionOf(program, value, user) }, allKinds)
    const isMade = program.op(user) === Op.Call || program.op(user) === Op.New || program.op(user) === Op.Concat
    return cleared | checked | (isMade ? guards.transfer(user, value).cleared : 0)
  }, 0)
}

/** Returns the region in which a node uses a value. A phi lists a region after each operand. */
function regionOf(program: Program, value: number, user: number): number {
  if (program.op(user) === Op.Phi)
    for (let index = 0; index < program.operandCount(user); index += 2)
      if (program.operand(user, index) === value) return program.operand(user, index + 1)
  return program.regionOf[user] ?? -1
}
