import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import type { Guards } from '../../../../../src/engine/analysis/taint/sanitizers/guard.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import type { Program } from '../../../../../src/engine/analysis/program/program.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import { allKinds, kindsIn, type TaintKind } from '../../../../../src/engine/analysis/taint-kind.ts'

/** Result of the guards for one value. */
export interface Judged {
  readonly cleared: readonly TaintKind[]
  readonly mistakes: readonly string[]
  /** Kinds with a check that could not be judged. */
  readonly tested?: readonly TaintKind[]
}

/** Returns the guard results for the argument of each call of `use` in these files, in order. */
export function judgedUses(...files: readonly string[]): Judged[] {
  return eachUse(files, (guards, program, { call, value }) =>
    guards.judge({ value, user: call, region: program.regionOf[call] ?? -1 }, allKinds),
  )
}

/** Returns the taint of `x` that remains in the argument of each call of `use`. */
export function transferred(...files: readonly string[]): Judged[] {
  return eachUse(files, (guards, program, { value }) => {
    for (let index = 0; index < program.operandCount(value); index += 1) {
      const operand = program.operand(value, index)
      const source = program.op(operand) === Op.Load ? program.operand(operand, 0) : operand
      const item = program.op(source) === Op.ArrayOf ? program.operand(source, 0) : source
      if (program.op(item) === Op.Parameter) return guards.transfer(value, operand)
    }
    // A method call on a value that another call derived from `x`.
    return guards.transfer(value, program.operand(value, 0))
  })
}

/** Returns the taint of the first non-constant part that remains in the text argument of each call of `use`. */
export function quoted(...files: readonly string[]): Judged[] {
  return eachUse(files, (guards, program, { value }) => {
    const parts = Array.from({ length: program.operandCount(value) }, (_none, index) => program.operand(value, index))
    return guards.transfer(value, parts.find((part) => program.op(part) !== Op.Literal) ?? value)
  })
}

function eachUse(
  files: readonly string[],
  judge: (
    guards: Guards,
    program: Program,
    use: { readonly call: number; readonly value: number },
  ) => ReturnType<Guards['judge']>,
): Judged[] {
  const program = linkModules(
    files.map((text, index) => ({ path: `file${index}.ts`, unit: lowerJavaScriptText(text, 'ts') })),
  )
  const guards = createGuards({
    program,
    references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 1_000_000 }),
  })
  const judged: Judged[] = []
  for (let call = 0; call < program.nodeCount; call += 1) {
    const callee = program.operand(call, 0)
    if (program.op(call) !== Op.Call || program.op(callee) !== Op.Global || program.text(callee, 0) !== 'use') continue
    const { cleared, flaws, tested } = judge(guards, program, { call, value: program.operand(call, 1) })
    judged.push({
      cleared: kindsIn(cleared),
      mistakes: flaws.map(({ mistake }) => mistake),
      ...(tested && { tested: kindsIn(tested.kinds) }),
    })
  }
  return judged
}
