import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** Names of a called function. */
export interface CallNames {
  /** Names of the external functions that may be called. Variants of `path`, such as `path.posix`, are normalized. */
  readonly externals: readonly string[]
  /** Method name, if the call has a receiver. */
  readonly method: string | undefined
  /** The receiver, or -1. */
  readonly receiver: number
  /** Last part of the external name, or the method name. */
  readonly lastName: string
}

/** Returns the callee's names for a `Call` or `New`. */
export function namesOfCall({ program, references }: KnownProgram, call: number): CallNames {
  const callee = program.operand(call, 0)
  const method = program.op(callee) === Op.Load ? program.text(callee, 1) : undefined
  const externals = references
    .externals(callee)
    .map((name) => name.replace(/^path\.(?:posix|win32)\./, 'path.').replace(/^new (?=pathlib\.)/, ''))
  const own = method ?? externals[0]?.split('.').at(-1) ?? ''
  return { externals, method, receiver: method === undefined ? -1 : program.operand(callee, 0), lastName: own }
}

/** Returns a call's arguments, positional and named, in order. */
export function argumentsOf({ program }: KnownProgram, call: number): number[] {
  const valueOf = (argument: number) => (program.op(argument) === Op.Keyword ? program.operand(argument, 1) : argument)
  return operandsAfterCallee(program, call).map(valueOf)
}

export function namedArgument({ program }: KnownProgram, call: number, name: string): number | undefined {
  const isNamed = (argument: number) => program.op(argument) === Op.Keyword && program.text(argument, 0) === name
  const named = operandsAfterCallee(program, call).find(isNamed)
  return named === undefined ? undefined : program.operand(named, 1)
}

function operandsAfterCallee(program: Program, call: number): number[] {
  return Array.from({ length: program.operandCount(call) - 1 }, (_, index) => program.operand(call, index + 1))
}
