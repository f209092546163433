import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf } from '../../schemas/schema-steps.ts'

/** A value that a module exports under a name. */
export interface ExportedValue {
  readonly name: string
  readonly value: number
  readonly path: string
}

/**
 * Returns module exports: `export`, `exports.name = …`, and `module.exports = …`. The last form sets the default export
 * and, if the value is an object, also its named members.
 */
export function exportedValues(known: KnownProgram): readonly ExportedValue[] {
  const { program } = known
  const found: ExportedValue[] = []
  const add = (name: string, value: number) => found.push({ name, value, path: program.fileOf(value).path })
  for (const node of program.index.of(Op.Export)) add(program.text(node, 0), program.operand(node, 1))
  for (const node of program.index.of(Op.Store)) {
    const [owner, key, value] = [program.operand(node, 0), program.text(node, 1), program.operand(node, 2)]
    if (isExports(program, owner)) add(key, value)
    else if (key === 'exports' && isGlobal(program, owner, 'module')) {
      add('default', value)
      for (const definition of definitionsOf(known, value))
        for (const [name, one] of propertiesOf(known, definition).values) add(name, one)
    }
  }
  return found
}

const isGlobal = (program: Program, node: number, name: string) =>
  program.op(node) === Op.Global && program.text(node, 0) === name

/** Reports whether a node is `exports` or `module.exports`. */
const isExports = (program: Program, node: number) =>
  isGlobal(program, node, 'exports') ||
  (program.op(node) === Op.Load &&
    program.text(node, 1) === 'exports' &&
    isGlobal(program, program.operand(node, 0), 'module'))
