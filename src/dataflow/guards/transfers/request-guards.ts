import { Op } from '../../form/operations.ts'
import { maskOf } from '../../taint-kind.ts'
import { marksOf } from '../address-marks.ts'
import type { GuardJudgement } from '../guard.ts'
import { isComprehensive, refusingAgents } from '../models/networks.ts'
import type { GuardContext } from '../origins-of.ts'

const guardingOptions: readonly string[] = ['agent', 'httpAgent', 'httpsAgent', 'dispatcher', 'lookup', 'connect', 'transport', 'connector', 'resolver']

/** An agent or a `lookup` of a request that refuses private addresses when it connects: whatever address it is sent to. Undefined without. */
export function requestGuards(context: GuardContext, user: number): GuardJudgement | undefined {
  const { program } = context
  if (program.op(user) !== Op.Call && program.op(user) !== Op.New && program.op(user) !== Op.ObjectOf) return undefined
  const isRefused = hasGuardedPart(context, user, 0) || hasGuardedClient(context, user)
  return isRefused ? { cleared: maskOf('url'), flaws: [] } : undefined
}

/** Arguments of one call, and properties of one literal, that are looked at. */
const mostParts = 30

/** Whether an argument of a call, or a property of a literal, has an agent that refuses. */
function hasGuardedPart(context: GuardContext, node: number, depth: number): boolean {
  const { program } = context
  const first = program.op(node) === Op.ObjectOf ? 0 : 1
  const parts = Array.from({ length: program.operandCount(node) - first }, (_none, index) => program.operand(node, first + index))
  return parts.slice(0, mostParts).some((part) => isGuarded(context, part, depth))
}

/** Libraries of Python whose clients are made with what connects for them: `aiohttp.ClientSession(connector=…)`. */
const clientModules = /^(?:aiohttp|httpx|urllib3)\./

/** Whether the client that sends a request was made with something that refuses. */
function hasGuardedClient(context: GuardContext, call: number): boolean {
  const { program, references } = context
  const callee = program.operand(call, 0)
  if (program.op(call) !== Op.Call || program.op(callee) !== Op.Load || !references.externals(callee).some((name) => clientModules.test(name))) return false
  return creationsOf(context, program.operand(callee, 0)).some((made) => hasGuardedPart(context, made, 0))
}

/** Methods by which a library asks an object of the program where to connect, or lets it do so. */
const connecting: ReadonlySet<string> = new Set(['resolve', 'lookup', 'connect', 'connect_tcp', 'handle_request', 'handle_async_request'])

/** By program, and by part and depth: what `isGuarded` found. The same parts are met by way of many others. */
const guarded = new WeakMap<GuardContext, Map<number, boolean>>()

/** Whether a part of a request has an agent that refuses. */
function isGuarded(context: GuardContext, part: number, depth: number): boolean {
  if (depth > 3) return false
  const known = guarded.get(context) ?? new Map<number, boolean>()
  guarded.set(context, known)
  const question = part * 4 + depth
  const answer = known.get(question) ?? looksGuarded(context, part, depth)
  known.set(question, answer)
  return answer
}

function looksGuarded(context: GuardContext, part: number, depth: number): boolean {
  const { program, references } = context
  if (program.op(part) === Op.Property || program.op(part) === Op.Keyword) return guardingOptions.includes(program.text(part, 0)) && isGuard(context, program.operand(part, 1), depth)
  if (program.op(part) === Op.Literal) return false
  for (const option of tellingOptions(program)) if (references.attribute(part, option).slice(0, 20).some((value) => isGuard(context, value, depth))) return true
  return false
}

/** Options that a program names, and one of the others: under all of those stands the same, what was put under a key that is not known. */
function tellingOptions(program: GuardContext['program']): readonly string[] {
  const firstUnnamed = guardingOptions.findIndex((option) => program.stringIndex(option) < 0)
  return guardingOptions.filter((option, index) => index === firstUnnamed || program.stringIndex(option) >= 0)
}

/** Whether a value is an agent that refuses, a `lookup` that does, or options of a connection that have one. */
function isGuard(context: GuardContext, value: number, depth: number): boolean {
  const { program, references } = context
  if (refuses(context, value) || isGuarded(context, value, depth + 1)) return true
  const made = references.objects(value).slice(0, 20).filter((object) => program.op(object) === Op.New || program.op(object) === Op.ObjectOf)
  // What is made outside of the program is known by the call that makes it.
  return [...made, ...creationsOf(context, value)].some((one) => hasGuardedPart(context, one, depth + 1))
}

/** Calls of what is outside of the program that may have made a value, also where a project function hands it over. */
function creationsOf({ program, references }: GuardContext, value: number): readonly number[] {
  const found: number[] = []
  const seen = new Set<number>()
  const open = [value]
  for (let at = open.pop(); at !== undefined && seen.size < 60; at = open.pop()) {
    if (at < 0 || seen.has(at)) continue
    seen.add(at)
    const op = program.op(at)
    if (op === Op.Call || op === Op.New) {
      const callees = references.callees(at)
      if (callees.length === 0) found.push(at)
      for (const callee of callees.slice(0, 4)) for (const returned of program.functions[callee]?.returns ?? []) open.push(program.operand(returned, 0))
    } else if (op === Op.Capture || op === Op.Cell) for (let index = 0; index < Math.min(program.operandCount(at), 20); index += 1) open.push(program.operand(at, index))
    else if (op === Op.Phi) for (let index = 0; index < Math.min(program.operandCount(at), 20); index += 2) open.push(program.operand(at, index))
    else open.push(...references.origins(at).slice(0, 20).filter((origin) => origin !== at))
  }
  return found
}

function refuses(context: GuardContext, value: number): boolean {
  const { program, references } = context
  if (references.externals(value).some((name) => refusingAgents.some((module) => name.replace(/^new /, '').startsWith(module)))) return true
  if (references.instanceClasses(value).some((index) => (program.classes[index]?.members ?? []).some(({ key, value: member }) => connecting.has(key) && references.functions(member).some((one) => isComprehensive(marksOf(context, one).networks))))) return true
  return references.functions(value).some((index) => isComprehensive(marksOf(context, index).networks))
}
