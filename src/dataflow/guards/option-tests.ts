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

/**
 * A project function that looks for all references to files in a text (`@path`) and throws because of some: which files a prompt may name is its author's
 * decision then. Says so of the text.
 */
export function fileReferencesTestedBy(context: GuardContext, call: number, outcome: Outcome): Knowledge {
  const { program, references, values } = context
  const [callee, ...others] = references.callees(call)
  const [text] = argumentsOf(context, call)
  if (outcome !== 'ended' || callee === undefined || others.length > 0 || text === undefined || program.op(text) === Op.Literal) return nothingKnown
  const parameter = program.functions[callee]?.parameters[0]?.node ?? -1
  if (parameter < 0 || references.argumentFor(call, callee, 0) !== text || !testsFileReferences(context, callee, parameter)) return nothingKnown
  return aboutValue(values, values.of(text), evidence({ cleared: maskOf('argument') }))
}

/** Whether a function throws in a loop over all that a pattern finds in a text which begins with `@`. */
function testsFileReferences(context: GuardContext, functionIndex: number, text: number): boolean {
  const { program, references, index } = context
  if (!index.exits(functionIndex).some((exit) => program.op(exit) === Op.Throw)) return false
  return index.calls(functionIndex).slice(0, mostNodes).some((call) => {
    const { method, receiver } = namesOfCall(context, call)
    const first = program.operand(call, 1)
    const [pattern, subject] = method === 'matchAll' ? [first, receiver] : method === 'exec' ? [receiver, first] : [-1, -1]
    if (pattern < 0 || seenThrough(context, subject) !== text) return false
    return [pattern, ...references.origins(seenThrough(context, pattern))].some((one) => program.op(one) === Op.Literal && /^\/(?:\(\?<?[:=!][^@]*)?@/.test(program.text(one, 1)) && /\/[a-z]*g[a-z]*$/.test(program.text(one, 1)))
  })
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
