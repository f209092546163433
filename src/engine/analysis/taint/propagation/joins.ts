import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'

/**
 * Operations that combine a value with others. `joiningMethods` are the methods of strings, lists, and path modules
 * that do so.
 */
const joiningOps: ReadonlySet<Op> = new Set<Op>([Op.Concat, Op.TaggedTemplate, Op.Opaque])
const joiningMethods: ReadonlySet<string> = new Set(['join', 'concat', 'format', 'resolve', 'padStart', 'padEnd'])

const replacingMethods: ReadonlySet<string> = new Set(['replace', 'replaceAll'])

/** Path modules. Most of their functions return a path that starts with the first argument. */
const pathModule = /^(?:node:)?(?:path|os\.path|upath|pathlib)\b/

/**
 * Reports whether a node combines values into a new one. Attribute nodes come after the program's nodes and store
 * values unchanged.
 */
export function joins(program: Program, node: number): boolean {
  if (node >= program.nodeCount) return false
  const op = program.op(node)
  if (op !== Op.Call) return joiningOps.has(op)
  const callee = program.operand(node, 0)
  return (
    (program.op(callee) === Op.Load && joiningMethods.has(program.text(callee, 1))) ||
    joiningMethods.has(importedPathFunction(program, callee) ?? '')
  )
}

/** Reports whether a value replaces part of a string: `template.replace('{file}', name)`. */
export function replacesPart(program: Program, value: number, call: number): boolean {
  if (call >= program.nodeCount || program.op(call) !== Op.Call) return false
  const callee = program.operand(call, 0)
  return (
    program.op(callee) === Op.Load &&
    replacingMethods.has(program.text(callee, 1)) &&
    program.operand(callee, 0) !== value &&
    (program.operand(call, 1) === value || program.operand(call, 2) === value)
  )
}

/**
 * Returns the name of a function imported from a path module, such as `join` for `import { join } from 'node:path'`.
 * Undefined for anything else.
 */
export function importedPathFunction(program: Program, callee: number): string | undefined {
  let from = callee
  // Each function between the import and the call adds one capture.
  while (program.op(from) === Op.Capture) from = program.operand(from, 0)
  return program.op(from) === Op.Import && pathModule.test(program.text(from, 0)) ? program.text(from, 1) : undefined
}

/** Reports whether a value is a path module, judging only by its own expression. */
export function isPathModule(program: Program, node: number): boolean {
  switch (program.op(node)) {
    case Op.Import:
      return pathModule.test(program.text(node, 0))
    case Op.Global:
      return pathModule.test(program.text(node, 0))
    case Op.Load:
      // `path_1.default`, `os.path`
      return program.text(node, 1) === 'path' || isPathModule(program, program.operand(node, 0))
    case Op.Capture:
    case Op.Cell:
      return isPathModule(program, program.operand(node, 0))
    case Op.Call:
      return /\bpath\b/.test(program.literalText(program.operand(node, 1)) ?? '')
    default:
      return false
  }
}
