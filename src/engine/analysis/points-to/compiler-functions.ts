import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import { interopFunctions } from './passing-functions.ts'

/**
 * Returns functions with these names, including the unnamed ones that tsc emits: `var name = (this && this.name) ||
 * function () { … }`.
 */
export function functionsNamed(program: Program, names: ReadonlySet<string>): Set<number> {
  const found = new Set<number>()
  for (const [index, { name }] of program.functions.entries())
    if (name !== undefined && names.has(name)) found.add(index)
  for (const load of [...names].flatMap((name) => [...program.index.naming(program.stringIndex(name))])) {
    if (program.op(load) !== Op.Load || program.op(program.operand(load, 0)) !== Op.Self) continue
    for (const both of program.users(load)) {
      for (const either of program.op(both) === Op.Logical ? program.users(both) : []) {
        const own = program.op(either) === Op.Logical ? program.operand(either, 2) : -1
        if (program.op(own) === Op.Closure) found.add(program.operand(own, 0))
      }
    }
  }
  return found
}

/**
 * Returns the helpers that compilers emit for interoperability between CommonJS and ES modules. They are recognized by
 * name or, if a minifier renamed them, by the marker that they test or by their definition of `default`.
 */
export function interopHelpers(program: Program): ReadonlySet<number> {
  const found = functionsNamed(program, interopFunctions)
  for (const index of definingDefault(program)) found.add(index)
  for (const node of program.index.naming(program.stringIndex('__esModule'))) {
    const op = program.op(node)
    if (op !== Op.Load && op !== Op.Literal) continue
    const index = program.functionOf(node)
    const { parent, parameters, returns } = program.functions[index] ?? { parent: -1, parameters: [], returns: [] }
    // A function without a return value only marks its exports as an ES module.
    if (parent >= 0 && parameters.length > 0 && parameters.length <= 3 && returns.length > 0) found.add(index)
  }
  return found
}

/**
 * Returns functions that assign their first parameter to the property `default`, whatever the function's name:
 * `defineProperty(to, 'default', { value: module })`.
 */
function definingDefault(program: Program): number[] {
  const [name, value] = [program.stringIndex('default'), program.stringIndex('value')]
  if (name < 0 || value < 0) return []
  const found: number[] = []
  for (const node of program.index.naming(name)) {
    if (program.op(node) !== Op.Literal) continue
    const index = program.functionOf(node)
    const { parent, parameters } = program.functions[index] ?? { parent: -1, parameters: [] }
    const [module] = parameters
    if (parent < 0 || !module || parameters.length > 3) continue
    const defines = (call: number) =>
      program.op(call) === Op.Call &&
      program.operand(call, 2) === node &&
      definesValue(program, program.operand(call, 3), { value, module: module.node })
    if (program.users(node).some(defines)) found.push(index)
  }
  return found
}

/** True for an object literal that contains `value: module`. */
function definesValue(
  program: Program,
  descriptor: number,
  { value, module }: { readonly value: number; readonly module: number },
): boolean {
  if (program.op(descriptor) !== Op.ObjectOf) return false
  const entries = Array.from({ length: program.operandCount(descriptor) }, (_, at) => program.operand(descriptor, at))
  return entries.some(
    (entry) =>
      program.op(entry) === Op.Property && program.operand(entry, 0) === value && program.operand(entry, 1) === module,
  )
}
