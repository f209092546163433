import { limits } from '../../model/limits.ts'
import { Op } from '../form/operations.ts'
import { maskOf } from '../taint-kind.ts'
import { aboutValue } from './about-values.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { evidence } from './evidence.ts'
import { type Knowledge, nothingKnown } from './knowledge.ts'
import { type GuardContext, seenThrough } from './origins-of.ts'
import type { Outcome } from './validators.ts'

/** Most nodes of one function that are looked at. */
const mostNodes = 2_000

/**
 * A project function that goes through a list of arguments, looks at those that begin with a dash, and throws because of some: which options
 * a program may have is its author's decision, so none of the list's does harm that was not meant. Says so of the list.
 */
export function optionsTestedBy(context: GuardContext, call: number, outcome: Outcome): Knowledge {
  const { program, references, values } = context
  const [callee, ...others] = references.callees(call)
  const [list] = argumentsOf(context, call)
  if (outcome !== 'ended' || callee === undefined || others.length > 0 || list === undefined || program.op(list) === Op.Literal) return nothingKnown
  const parameter = program.functions[callee]?.parameters[0]?.node ?? -1
  if (parameter < 0 || references.argumentFor(call, callee, 0) !== list || !testsOptions(context, callee, parameter)) return nothingKnown
  return aboutValue(values, values.of(list), evidence({ cleared: maskOf('argument') }))
}

function testsOptions(context: GuardContext, functionIndex: number, list: number): boolean {
  const { program, references, index } = context
  const [first, end] = index.range(functionIndex)
  const looksAtDash = index.calls(functionIndex).slice(0, mostNodes).some((call) => {
    const { method, receiver } = namesOfCall(context, call)
    if ((method !== 'startsWith' && method !== 'startswith') || program.literalText(program.operand(call, 1))?.startsWith('-') !== true) return false
    const tested = seenThrough(context, receiver)
    return program.op(tested) === Op.Element && seenThrough(context, program.operand(tested, 0)) === list
  })
  if (!looksAtDash) return false
  const throwsItself = (inside: number) => index.exits(inside).some((exit) => program.op(exit) === Op.Throw)
  if (throwsItself(functionIndex)) return true
  const alwaysThrows = (called: number) => program.functions[called]?.returns.length === 0 && program.functions[called].end < 0 && throwsItself(called)
  return index.calls(functionIndex).slice(0, limits.dataflow.lookedAtOperands).some((call) => call >= first && call < end && references.callees(call).some((called) => alwaysThrows(called)))
}
