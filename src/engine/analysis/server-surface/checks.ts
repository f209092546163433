import { type Check, checkStates, noCheck } from './check.ts'
import { Op, RegionKind } from '../ir/operations.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { settingsAround } from './conditions.ts'
import { type ServerSurfaceContext, methodsOf, reachedFrom, signsOf, sourcesOf } from './surface-context.ts'
import { Sign } from './sign.ts'
import { authenticatingNames, hostCheckingNames } from '../models/server-surface/request-words.ts'
import { plainName } from './plain-name.ts'
import { findRefusal } from './refusals.ts'
import { regionsAround } from './region-links.ts'

/**
 * Something that a request passes before it is answered: a function, a class, or what somebody else's function made.
 */
export interface Guard {
  readonly value: number
  /** Where it is put in the way; −1 where it stands there anyway. */
  readonly at: number
  /** An argument that authenticates, whatever it is; where it may be nothing, nobody has to. */
  readonly isAuthentication?: boolean
}

/** What requests pass on one way. */
export interface Passage {
  readonly guards: readonly Guard[]
  /** Functions that answer. */
  readonly functions: readonly number[]
}

/** The best of what is on a way. */
export function checkOf(context: ServerSurfaceContext, { guards, functions }: Passage): Check {
  const checks = [...guards.map((guard) => rememberedCheck(context, guard)), checkOfFunctions(context, functions)]
  return checks.reduce(
    (best, one) => (checkStates.indexOf(one.state) > checkStates.indexOf(best.state) ? one : best),
    noCheck,
  )
}

function rememberedCheck(context: ServerSurfaceContext, guard: Guard): Check {
  const key = `${guard.value} ${guard.at} ${guard.isAuthentication ?? false}`
  const check = context.known.checks.get(key) ?? checkOfGuard(context, guard)
  context.known.checks.set(key, check)
  return check
}

function checkOfGuard(context: ServerSurfaceContext, { value, at, isAuthentication }: Guard): Check {
  // An argument stands where the server is made, and an attribute where it is set.
  if (isAuthentication && (at < 0 || context.program.op(at) !== Op.Store)) return checkOfArgument(context, value, at)
  const own = isAuthentication
    ? checkOfArgument(context, value, at)
    : checkOfFunctions(context, guardFunctions(context, value))
  const check =
    own.state === 'none' && !isAuthentication && isOfLibrary(context, value, authenticatingNames)
      ? { state: 'present' as const, at: -1 }
      : own
  return check.state === 'present' && at >= 0 && settingsAround(context, at, [RegionKind.when]).includes('set')
    ? { state: 'optional', at }
    : check
}

function checkOfArgument(context: ServerSurfaceContext, value: number, at: number): Check {
  const { program } = context
  const sources = sourcesOf(context, value)
  const nothing = sources.filter(
    (source) =>
      program.op(source) === Op.Literal && /^(?:None|null|undefined|false|False)$/.test(program.text(source, 1)),
  )
  if (nothing.length === 0) return { state: 'present', at: -1 }
  return nothing.length === sources.length ? noCheck : { state: 'optional', at }
}

export function guardFunctions(context: ServerSurfaceContext, value: number): readonly number[] {
  return [...new Set([...callbackFunctions(context, value), ...methodsOf(context, value)])]
}

/** Whether a value, or what is called to make it, is of others and has such a name. */
export function isOfLibrary(context: ServerSurfaceContext, value: number, names: RegExp): boolean {
  const { program, references } = context
  const isNamed = (node: number) =>
    references.externals(node).some((name) => names.test(name.replaceAll(/\(\)|new /g, '')))
  return [value, ...sourcesOf(context, value)].some((source) => {
    if (isNamed(source)) return true
    const op = program.op(source)
    if (op !== Op.Call && op !== Op.New) return false
    const callee = program.operand(source, 0)
    return isNamed(callee) || (references.callees(source).length === 0 && names.test(plainName(context, callee) ?? ''))
  })
}

function checkOfFunctions(context: ServerSurfaceContext, starts: readonly number[]): Check {
  if (starts.length === 0) return noCheck
  const functions = reachedFrom(context, starts, 4, context.toolFunctions)
  const bits = signsOf(context, functions)
  const isKnown = (bits & Sign.authenticates) !== 0 || ((bits & Sign.readsAddress) !== 0 && (bits & Sign.refuses) !== 0)
  if (!isKnown && (bits & Sign.readsCredential) === 0) return noCheck
  const seeds = [...functions].flatMap((index) => context.signs.credentialReads.get(index) ?? [])
  const outcome = isKnown ? undefined : findRefusal(context, { starts, functions }, seeds)
  if (outcome?.refuses === false) return noCheck
  if ((bits & Sign.decodes) !== 0 && (bits & (Sign.verifies | Sign.authenticates)) === 0)
    return { state: 'unverified', at: firstOf(context.signs.decodings, functions) }
  const gap = gapIn(context, functions, outcome?.controlled)
  return gap < 0 ? { state: 'present', at: -1 } : { state: 'optional', at: gap }
}

/** Where everybody is let through because a setting was not made; −1 where nobody is. */
function gapIn(
  context: ServerSurfaceContext,
  functions: ReadonlySet<number>,
  controlled: ReadonlySet<number> | undefined,
): number {
  const { signs, program } = context
  const passes = [...functions].flatMap((index) => signs.passes.get(index) ?? [])
  const open = passes.find((node) => settingsAround(context, node)[0] === 'unset' || isUnsetAlone(context, node))
  if (open !== undefined) return open
  const all = [...functions].flatMap((index) => signs.refusals.get(index) ?? [])
  // What turns callers away for another reason, such as a foreign origin, is no part of the check.
  const tested = all.filter((node) =>
    [...regionsAround(program, context.regions(), node)].some((region) => controlled?.has(region)),
  )
  const refusals = tested.length > 0 ? tested : all
  // What follows on a way that was left where the setting is missing is no gap.
  return refusals.length > 0 &&
    refusals.every((node) => settingsAround(context, node, [RegionKind.when]).includes('set'))
    ? (refusals[0] ?? -1)
    : -1
}

function isUnsetAlone(context: ServerSurfaceContext, node: number): boolean {
  const around = settingsAround(context, node)
  return around.includes('unset') && !around.includes('set')
}

function firstOf(nodes: ReadonlyMap<number, readonly number[]>, functions: Iterable<number>): number {
  return [...functions].flatMap((index) => nodes.get(index) ?? []).toSorted((a, b) => a - b)[0] ?? -1
}

/** Whether what is on a way compares the name under which the server was asked, or the page that asks. */
export function comparesHosts(context: ServerSurfaceContext, { guards, functions }: Passage): boolean {
  const compare = (starts: readonly number[]) => {
    // Together in one check: who reads one of them for his answer's headers turns nobody away by it.
    const bits = signsOf(context, reachedFrom(context, starts, 3))
    return (
      (bits & Sign.checksHosts) !== 0 ||
      ((bits & Sign.comparesHost) !== 0 && (bits & (Sign.refuses | Sign.misdirects | Sign.throws)) !== 0)
    )
  }
  return (
    guards.some(({ value }) => {
      const known =
        context.known.hosts.get(value) ??
        (isOfLibrary(context, value, hostCheckingNames) || compare(guardFunctions(context, value)))
      context.known.hosts.set(value, known)
      return known
    }) || compare(functions)
  )
}
