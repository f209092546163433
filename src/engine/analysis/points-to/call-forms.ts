import { FunctionFlag, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import { type CallForm, callForms } from './argument-binder.ts'
import { TokenKind, type Tokens } from './tokens.ts'

/**
 * Returns the call's form, which describes where its arguments are. `isFunction` reports whether a node is the called
 * function.
 */
export function formOfCall(program: Program, call: number, isFunction: (node: number) => boolean): CallForm {
  const callee = program.operand(call, 0)
  if (program.op(callee) !== Op.Load) return callForms.plain
  const object = program.operand(callee, 0)
  switch (program.text(callee, 1)) {
    case 'call':
      return isFunction(object) ? callForms.call : callForms.plain
    case 'apply':
      if (isFunction(object)) return callForms.apply
      return program.op(object) === Op.Global && program.text(object, 0) === 'Reflect'
        ? callForms.reflect
        : callForms.plain
    default:
      return callForms.plain
  }
}

/** True if the callee may be a method read from a class: `Class.method(self, a)` in Python. */
export function mayBeUnbound(program: Program, callee: number, functionIndex: number): boolean {
  const flags = program.functions[functionIndex]?.flags ?? 0
  return (
    (flags & FunctionFlag.receiverIsParameter) !== 0 &&
    (flags & (FunctionFlag.receiverIsClass | FunctionFlag.constructor)) === 0 &&
    program.op(callee) === Op.Load
  )
}

/** True if the value is a class and cannot be an instance. */
export function isOnlyClass(found: readonly number[], tokens: Tokens): boolean {
  return (
    found.some((token) => tokens.kind(token) === TokenKind.class) &&
    !found.some((token) => tokens.kind(token) === TokenKind.instance || tokens.kind(token) === TokenKind.site)
  )
}
