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

/** Code that runs before a request is answered: a function, a class, or an external function's result. */
export interface Guard {
  readonly value: number
  /** Node that installs the guard, or -1 if it always applies. */
  readonly at: number
  /**
   * True for an argument that enables authentication, whatever its value. If it may be null, authentication is
   * optional.
   */
  readonly isAuthentication?: boolean
}

/** Code that runs for requests to a route. */
export interface Passage {
  readonly guards: readonly Guard[]
  /** Functions that answer the request. */
  readonly functions: readonly number[]
}

/** Returns the strongest check on the route. */
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
  // The argument is passed when the server is created; an attribute is stored later.
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

/** True if a value, or the function that created it, is external and matches the names. */
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

/** Returns the node where requests pass because a setting is missing, or -1. */
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
  // A rejection for another reason, such as a foreign origin, is not part of the check.
  const tested = all.filter((node) =>
    [...regionsAround(program, context.regions(), node)].some((region) => controlled?.has(region)),
  )
  const refusals = tested.length > 0 ? tested : all
  // If every rejection requires the setting, requests pass if it is missing. Code after an early return for a missing
  // setting is not such a gap.
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

/** True if the route compares the `Host` or `Origin` header. */
export function comparesHosts(context: ServerSurfaceContext, { guards, functions }: Passage): boolean {
  const compare = (starts: readonly number[]) => {
    // Evaluated per guard. Code that reads the header only to set its own response headers rejects no request.
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
