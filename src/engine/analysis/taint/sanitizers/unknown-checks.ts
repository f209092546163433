import { Op } from '../../ir/operations.ts'
import { isStandard, kindsOfCheck, kindsOfSanitizer, throwsByName } from '../../models/sanitizers/check-names.ts'
import { derivingFunctions } from '../../models/sanitizers/derivations.ts'
import { hostTests } from '../../models/sanitizers/networks.ts'
import { sanitizers } from '../../models/sanitizers/sanitizers.ts'
import type { TaintMask } from '../../taint-kind.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { isIndependent, isOwn } from './caller-influence.ts'
import { factsAboutValue } from './element-facts.ts'
import { narrowingOf } from './checked-by-schema.ts'
import { containments, libraryTests } from './checks/library-tests.ts'
import { conjoinFacts, type Facts, noFacts } from './facts.ts'
import type { Tested } from './guard.ts'
import type { GuardContext } from './guard-context.ts'
import { valueFacts } from './value-facts.ts'

/** Functions that throw when their first argument is falsy. */
export const assertions: ReadonlySet<string> = new Set([
  'assert',
  'assert.ok',
  'assert.strict',
  'assert.strict.ok',
  'invariant',
  'tiny-invariant',
])

/** Maximum number of functions that a call may run. */
const maxCallees = 4
/** Maximum number of arguments examined per check. */
const maxArguments = 12

/**
 * Returns facts for a condition that calls a function whose code is not available. The function's arguments count as
 * tested for the kinds suggested by its name, or by the name of the result's attribute: `(await
 * policy.judge(line)).allowed`. Whether the test is strong enough is undecided.
 */
export function testedByCondition(context: GuardContext, call: number, [key]: readonly string[] = []): Facts {
  const byAttribute = key !== undefined && isUnknown(context, call) ? kindsOfCheck(key) : 0
  return testedBy(context, call, unknownCheck(context, call) || byAttribute)
}

/**
 * Like `testedByCondition`, but for a call that has returned. Applies if the function's name suggests that it throws
 * and its result is unused.
 */
export function testedByEnding(context: GuardContext, call: number): Facts {
  return mayThrow(context, call) ? testedBy(context, call, unknownCheck(context, call)) : noFacts
}

/** Reports whether a call seems to run an unknown function that throws if a check fails, judging by the name. */
export function mayThrow(context: GuardContext, call: number): boolean {
  const { lastName } = namesOfCall(context, call)
  return (
    throwsByName(lastName) && kindsOfCheck(lastName) !== 0 && isStatement(context, call) && isUnknown(context, call)
  )
}

/** Returns the kinds for which an unknown function may have sanitized its result, judging by its name. */
export function testedByResult(context: GuardContext, call: number, operand: number): Tested | undefined {
  const { program } = context
  if ((program.op(call) !== Op.Call && program.op(call) !== Op.New) || program.operand(call, 0) === operand)
    return undefined
  const kinds = kindsOfSanitizer(namesOfCall(context, call).lastName)
  return kinds === 0 || !isUnknown(context, call) ? undefined : { kinds, node: call }
}

function unknownCheck(context: GuardContext, call: number): TaintMask {
  const kinds = kindsOfCheck(namesOfCall(context, call).lastName)
  return kinds !== 0 && isUnknown(context, call) ? kinds : 0
}

/**
 * Reports whether a function is unknown: its code is not available and no model describes it, or too many functions are
 * possible.
 */
function isUnknown(context: GuardContext, call: number): boolean {
  const callees = context.references.callees(call)
  if (callees.length > 0) return callees.length > maxCallees
  const { externals, method } = namesOfCall(context, call)
  return (
    !externals.some((name) => isStandard(name) || isModelled(name)) &&
    !context.program.fileOf(call).semantics.patterns.methods.has(method ?? '') &&
    narrowingOf(context, call) === undefined
  )
}

/** Names of functions that have a model. They check or sanitize only the kinds listed in that model. */
const modelled: ReadonlySet<string> = new Set([
  ...libraryTests.flatMap(({ calls }) => calls),
  ...containments,
  ...hostTests.keys(),
  ...sanitizers.flatMap(({ calls }) => calls),
  ...derivingFunctions.keys(),
  ...assertions,
])

const isModelled = (external: string): boolean => modelled.has(external)

/** Reports whether a call is a statement: it is not a condition, and its result is unused. */
function isStatement({ program, index }: GuardContext, call: number): boolean {
  const uses = program.users(call)
  const [only] = uses
  if (uses.length === 0) return index.regionsOf(call).length === 0
  return (
    uses.length === 1 &&
    only !== undefined &&
    program.op(only) === Op.Await &&
    program.users(only).length === 0 &&
    index.regionsOf(only).length === 0
  )
}

/**
 * Marks each argument that a caller controls as tested, unless the same caller also controls the other arguments that
 * it is compared with.
 */
function testedBy(context: GuardContext, call: number, kinds: TaintMask): Facts {
  if (kinds === 0) return noFacts
  const { values } = context
  const { method, receiver } = namesOfCall(context, call)
  const handed = argumentsOf(context, call)
  const given = (handed.length === 0 && method !== undefined ? [receiver] : handed).slice(0, maxArguments)
  const decided = given.filter((one) => !isOwn(context, one))
  let all = noFacts
  for (const one of decided) {
    if (!decided.every((other) => other === one || isIndependent(context, other, one))) continue
    all = conjoinFacts(all, factsAboutValue(values, values.of(one), valueFacts({ tested: kinds, testedAt: call })))
  }
  return all
}
