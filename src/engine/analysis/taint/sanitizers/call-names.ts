import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** How a call names what it calls. */
export interface CallNames {
  /** Names of functions outside of the program, with the flavours of `path` left out. */
  readonly externals: readonly string[]
  /** The method's name, where something is called on a value. */
  readonly method: string | undefined
  /** What it is called on, −1 without. */
  readonly receiver: number
  /** The last part of whatever name there is. */
  readonly lastName: string
}

/** Names of what a `Call` or `New` calls. */
export function namesOfCall({ program, references }: KnownProgram, call: number): CallNames {
  const callee = program.operand(call, 0)
  const method = program.op(callee) === Op.Load ? program.text(callee, 1) : undefined
  const externals = references
    .externals(callee)
    .map((name) => name.replace(/^path\.(?:posix|win32)\./, 'path.').replace(/^new (?=pathlib\.)/, ''))
  const own = method ?? externals[0]?.split('.').at(-1) ?? ''
  return { externals, method, receiver: method === undefined ? -1 : program.operand(callee, 0), lastName: own }
}

/** The arguments of a call that stand by themselves or behind a name, in order. */
export function argumentsOf({ program }: KnownProgram, call: number): number[] {
  const valueOf = (argument: number) => (program.op(argument) === Op.Keyword ? program.operand(argument, 1) : argument)
  return operandsAfterCallee(program, call).map(valueOf)
}

/** The value of an argument by name. */
export function namedArgument({ program }: KnownProgram, call: number, name: string): number | undefined {
  const isNamed = (argument: number) => program.op(argument) === Op.Keyword && program.text(argument, 0) === name
  const named = operandsAfterCallee(program, call).find(isNamed)
  return named === undefined ? undefined : program.operand(named, 1)
}

function operandsAfterCallee(program: Program, call: number): number[] {
  return Array.from({ length: program.operandCount(call) - 1 }, (_, index) => program.operand(call, index + 1))
}
