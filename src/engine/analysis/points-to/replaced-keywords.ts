import { Op, ParameterKind } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { ArgumentBinding } from './argument-binder.ts'

/** Maximum depth of functions that forward their keywords, and maximum number of callers per function. */
const bounds = { functions: 4, callers: 500 } as const

/**
 * True if callers of a lowered `functools.partial` may override one of its keywords, as `bound(name, root=other)` does
 * for `bound = partial(load, root='/data')`. An ordinary function throws if a keyword is repeated.
 */
export function isReplaced(
  program: Program,
  call: number,
  { argument }: ArgumentBinding,
  callersOf: (functionIndex: number) => readonly number[],
): boolean {
  if (program.op(argument) !== Op.Keyword || program.functions[program.functionOf(call)]?.name) return false
  return isHandedIn(program, call, program.text(argument, 0), callersOf, 0)
}

/** True if a caller of the enclosing function passes a keyword that the call forwards with `**kwargs`. */
function isHandedIn(
  program: Program,
  call: number,
  keyword: string,
  callersOf: (functionIndex: number) => readonly number[],
  depth: number,
): boolean {
  const index = program.functionOf(call)
  if (
    !argumentsOf(program, call).some(
      (one) => program.op(one) === Op.SpreadKeywords && isOwnRest(program, call, program.operand(one, 0)),
    )
  )
    return false
  const callers = callersOf(index)
  if (depth >= bounds.functions || callers.length > bounds.callers) return true
  return callers.some((caller) =>
    argumentsOf(program, caller).some((one) => {
      if (program.op(one) === Op.Keyword) return program.text(one, 0) === keyword
      if (program.op(one) !== Op.SpreadKeywords) return false
      const mapping = program.operand(one, 0)
      if (isOwnRest(program, caller, mapping)) return isHandedIn(program, caller, keyword, callersOf, depth + 1)
      return (
        program.op(mapping) !== Op.ObjectOf ||
        keysOf(program, mapping).some((key) => key === undefined || key === keyword)
      )
    }),
  )
}

/** True if a value is the enclosing function's `**kwargs` parameter. */
function isOwnRest(program: Program, call: number, value: number): boolean {
  return (
    program.functions[program.functionOf(call)]?.parameters.some(
      ({ node, kind }) => node === value && kind === ParameterKind.keywordRest,
    ) ?? false
  )
}

const argumentsOf = (program: Program, call: number) =>
  Array.from({ length: Math.max(0, program.operandCount(call) - 1) }, (_none, index) =>
    program.operand(call, index + 1),
  )

/** Returns a mapping literal's keys, with undefined for computed keys. */
function keysOf(program: Program, mapping: number): (string | undefined)[] {
  return Array.from({ length: program.operandCount(mapping) }, (_none, index) => {
    const entry = program.operand(mapping, index)
    return program.op(entry) === Op.Property ? program.text(entry, 0) : undefined
  })
}
