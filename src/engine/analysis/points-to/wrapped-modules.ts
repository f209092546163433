import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'

/**
 * Finds the functions that bundlers emit to run a CommonJS module on first use. They are recognized by their body,
 * because minifiers rename them: `(run, module) => () => (module || run((module = { exports: {} }).exports, module),
 * module.exports)`.
 */
export function moduleWrappers(program: Program): ReadonlySet<number> {
  const found = new Set<number>()
  const exported = program.stringIndex('exports')
  if (exported < 0) return found
  for (const entry of program.index.naming(exported)) {
    const node = program.op(entry) === Op.Property ? (program.users(entry)[0] ?? -1) : -1
    if (program.op(node) !== Op.ObjectOf || program.operandCount(node) !== 1) continue
    const inner = program.functions[program.functionOf(node)]
    const outer = inner && inner.parent >= 0 ? program.functions[inner.parent] : undefined
    if (
      !inner ||
      !outer ||
      outer.parent < 0 ||
      inner.parameters.length > 0 ||
      outer.parameters.length === 0 ||
      outer.parameters.length > 2
    )
      continue
    const givesExports = inner.returns.some(
      (returned) =>
        program.op(program.operand(returned, 0)) === Op.Load &&
        program.operand(program.operand(returned, 0), 1) === exported,
    )
    if (givesExports) found.add(inner.parent)
  }
  return found
}

/**
 * Returns the module function in a call of a wrapper: an argument, or the only method of an object. Undefined if it
 * cannot be determined.
 */
export function wrappedModule(program: Program, call: number): number | undefined {
  const argument = program.operand(call, 1)
  if (argument < 0) return undefined
  const only =
    program.op(argument) === Op.ObjectOf && program.operandCount(argument) === 1
      ? program.operand(argument, 0)
      : argument
  const value =
    program.op(only) === Op.Property || program.op(only) === Op.ComputedProperty ? program.operand(only, 1) : only
  return program.op(value) === Op.Closure ? program.operand(value, 0) : undefined
}
