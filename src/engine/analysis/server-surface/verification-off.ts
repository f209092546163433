import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'

/** True if a call's options disable verification: `options={'verify_signature': False}`, `verify=False`. */
export function isVerificationOff(program: Program, call: number): boolean {
  for (let index = 1; index < program.operandCount(call); index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) !== Op.Keyword) continue
    const value = program.operand(argument, 1)
    const isNo = (node: number) => program.op(node) === Op.Literal && program.text(node, 1).toLowerCase() === 'false'
    if (program.text(argument, 0) === 'verify' && isNo(value)) return true
    for (let at = 0; program.op(value) === Op.ObjectOf && at < program.operandCount(value); at += 1) {
      const entry = program.operand(value, at)
      if (
        program.op(entry) === Op.Property &&
        program.text(entry, 0) === 'verify_signature' &&
        isNo(program.operand(entry, 1))
      )
        return true
    }
  }
  return false
}
