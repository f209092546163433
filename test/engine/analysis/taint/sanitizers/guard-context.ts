import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import type { GuardContext } from '../../../../../src/engine/analysis/taint/sanitizers/guard-context.ts'
import { indexProgram } from '../../../../../src/engine/analysis/taint/sanitizers/program-index.ts'
import { Values } from '../../../../../src/engine/analysis/taint/sanitizers/values.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'

/** Returns the guard context of one file, for tests of a single component. */
export function contextOf(text: string, language: 'javascript' | 'python' = 'javascript'): GuardContext {
  const [path, unit] =
    language === 'javascript'
      ? (['a.ts', lowerJavaScriptText(text, 'ts')] as const)
      : (['a.py', lowerPythonText(text)] as const)
  const program = linkModules([{ path, unit }])
  const references = findReferences(program, resolveModules(program, new Map()), { maxSteps: 1_000_000 })
  const index = indexProgram(program)
  return { program, references, index, values: new Values({ program, references }, index) }
}

/** Returns the arguments of the calls of `use`, in order. */
export function usedIn({ program }: GuardContext): number[] {
  const all = Array.from({ length: program.nodeCount }, (_none, node) => node)
  return all
    .filter(
      (call) =>
        program.op(call) === Op.Call &&
        program.op(program.operand(call, 0)) === Op.Global &&
        program.text(program.operand(call, 0), 0) === 'use',
    )
    .map((call) => program.operand(call, 1))
}

/** Returns the function with this name. */
export function functionNamed({ program }: GuardContext, name: string): number {
  const found = program.functions.findIndex((one) => one.name === name)
  if (found < 0) throw new Error(`No function has the name ${name}.`)
  return found
}
