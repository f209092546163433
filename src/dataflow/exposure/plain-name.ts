import { Op } from '../form/operations.ts'
import type { Program } from '../program/program.ts'

/** The name by which a call calls: of a method, import or global; of a module that is called itself, the last part of its specifier. Undefined for anything else. */
export function plainName(program: Program, callee: number): string | undefined {
  let node = callee
  for (let steps = 0; steps < 8; steps += 1) {
    switch (program.op(node)) {
      case Op.Load:
        return program.text(node, 1)
      case Op.Import: {
        const name = program.text(node, 1)
        return name === 'default' || name === '*' ? program.text(node, 0) : name
      }
      case Op.Global:
        return program.text(node, 0)
      case Op.Capture:
      case Op.Cell:
      case Op.Typed:
        node = program.operand(node, 0)
        break
      default:
        return undefined
    }
  }
  return undefined
}

/** As `plainName`; an empty text where there is none. */
export function lastName(program: Program, callee: number): string {
  return plainName(program, callee) ?? ''
}
