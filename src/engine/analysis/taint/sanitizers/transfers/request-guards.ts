import { dataflowLimits } from '../../../dataflow-limits.ts'
import { Op, RegionKind } from '../../../ir/operations.ts'
import { maskOf } from '../../../taint-kind.ts'
import { marksOf } from '../address-marks.ts'
import type { GuardJudgement } from '../guard.ts'
import { isComprehensive, refusingAgents } from '../../../models/sanitizers/networks.ts'
import { joinedBy, operandsOf, reachedFrom, returnedBy } from '../operands.ts'
import type { GuardContext } from '../guard-context.ts'
import { Memo } from '../memo.ts'
import { hooksOf } from './client-hooks.ts'

const guardingOptions: readonly string[] = [
  'agent',
  'httpAgent',
  'httpsAgent',
  'dispatcher',
  'lookup',
  'connect',
  'transport',
  'connector',
  'resolver',
]
const calling: ReadonlySet<Op> = new Set<Op>([Op.Call, Op.New])

/**
 * Judges guards that apply to every URL that a request uses: an agent or `lookup` that rejects private addresses when
 * it connects, or a client hook that rejects URLs. `judgeHook` judges a function that runs before each request.
 * Undefined if there is no such guard.
 */
export function requestGuards(
  context: GuardContext,
  user: number,
  judgeHook: (functionIndex: number) => GuardJudgement,
): GuardJudgement | undefined {
  const op = context.program.op(user)
  const isSent =
    calling.has(op) &&
    (hasGuardedPart(context, user, 0) || hasGuardedClient(context, user) || hasGuardedDispatcher(context, user))
  if (isSent || (op === Op.ObjectOf && isGuarded(context, user, 0))) return { cleared: maskOf('url'), flaws: [] }
  return calling.has(op) ? judgeClient(context, user, judgeHook) : undefined
}

/** Judges the hooks of the client through which a request is sent. */
function judgeClient(
  context: GuardContext,
  call: number,
  judgeHook: (functionIndex: number) => GuardJudgement,
): GuardJudgement | undefined {
  const { program, references } = context
  const callee = program.operand(call, 0)
  if (!references.externals(callee).some((name) => clientModules.test(name))) return undefined
  const client = program.op(callee) === Op.Load ? program.operand(callee, 0) : callee
  const judged = hooksOf(context, client, creationsOf(context, client)).map(judgeHook)
  return judged.find(({ cleared }) => cleared !== 0) ?? judged[0]
}

const globalRequests: ReadonlySet<string> = new Set(['fetch', 'undici.fetch', 'undici.request', 'undici.stream'])

/**
 * Reports whether the program sets a rejecting dispatcher for all requests of the process. It must do so
 * unconditionally, and the request must not have a dispatcher of its own.
 */
function hasGuardedDispatcher(context: GuardContext, call: number): boolean {
  const { program, references } = context
  if (!references.externals(program.operand(call, 0)).some((name) => globalRequests.has(name))) return false
  if (references.attribute(program.operand(call, 2), 'dispatcher').length > 0) return false
  return globalDispatcher.answer(context, 'global', () =>
    program.index
      .of(Op.Call)
      .some(
        (one) =>
          references.externals(program.operand(one, 0)).includes('undici.setGlobalDispatcher') &&
          isUnconditional(context, one) &&
          isGuard(context, program.operand(one, 1), 0),
      ),
  )
}

const globalDispatcher = new Memo<boolean>()

/** Reports whether a call argument contains a rejecting agent. */
function hasGuardedPart(context: GuardContext, call: number, depth: number): boolean {
  return few(operandsOf(context.program, call, 1)).some((part) => isGuarded(context, part, depth))
}

/** Returns the first nodes only, to limit the number of visited arguments and values. */
const few = (nodes: readonly number[]): readonly number[] => nodes.slice(0, 30)

/** Libraries whose clients receive a connector when they are created: `aiohttp.ClientSession(connector=…)`. */
const clientModules = /^(?:new )?(?:aiohttp|httpx|urllib3|axios|got|ky|needle|superagent|node-fetch|undici)\b/

/** Reports whether the client through which a request is sent was created with a rejecting agent. */
function hasGuardedClient(context: GuardContext, call: number): boolean {
  const { program, references } = context
  const callee = program.operand(call, 0)
  return (
    references.externals(callee).some((name) => clientModules.test(name)) &&
    creationsOf(context, program.operand(callee, 0)).some((made) => hasGuardedPart(context, made, 0))
  )
}

/** Methods that a library calls on an object of the program to resolve a host name or to connect. */
const connecting: ReadonlySet<string> = new Set([
  'resolve',
  'lookup',
  'connect',
  'connect_tcp',
  'handle_request',
  'handle_async_request',
])

/** Results by part and depth. Cached, because many arguments share the same parts. */
const remembered = new Memo<boolean>()

/** Reports whether a part of a request contains a rejecting agent. */
function isGuarded(context: GuardContext, part: number, depth: number): boolean {
  return depth <= 3 && remembered.answer(context, `${part} ${depth}`, () => looksGuarded(context, part, depth))
}

function looksGuarded(context: GuardContext, part: number, depth: number): boolean {
  const { program, references } = context
  if (program.op(part) === Op.Keyword)
    return guardingOptions.includes(program.text(part, 0)) && isGuard(context, program.operand(part, 1), depth)
  return guardingOptions.some((option) =>
    few(references.attribute(part, option)).some((value) => isGuard(context, value, depth)),
  )
}

/** Reports whether a value is a rejecting agent or `lookup`, or an object of connection options that contains one. */
function isGuard(context: GuardContext, value: number, depth: number): boolean {
  const { program, references } = context
  if (refuses(context, value) || isGuarded(context, value, depth + 1)) return true
  const made = few(references.objects(value)).filter((object) => program.op(object) === Op.New)
  // For an object from a library, the call that creates it is examined.
  return [...made, ...creationsOf(context, value)].some((one) => hasGuardedPart(context, one, depth + 1))
}

const passing: ReadonlySet<Op> = new Set<Op>([Op.Capture, Op.Cell, Op.Phi])

/**
 * Returns the external calls that may have created a value, including calls whose result a project function returns.
 */
function creationsOf({ program, references }: GuardContext, value: number): readonly number[] {
  const makers = (at: number): readonly number[] => {
    if (calling.has(program.op(at))) return few(references.callees(at)).flatMap((callee) => returnedBy(program, callee))
    return few(passing.has(program.op(at)) ? joinedBy(program, at) : references.origins(at))
  }
  return [...reachedFrom(value, makers, 60)].filter(
    (at) => calling.has(program.op(at)) && references.callees(at).length === 0,
  )
}

function refuses(context: GuardContext, value: number): boolean {
  const { program, references } = context
  const knowsNetworks = (index: number) => isComprehensive(marksOf(context, index).networks)
  if (
    references
      .externals(value)
      .some((name) => refusingAgents.some((module) => name.replace(/^new /, '').startsWith(module)))
  )
    return true
  const members = references.instanceClasses(value).flatMap((index) => program.classes[index]?.members ?? [])
  const connectors = members.filter(({ key }) => connecting.has(key)).map((member) => member.value)
  return [value, ...connectors].some((one) => references.functions(one).some(knowsNetworks))
}

/** Reports whether a node runs whenever its function runs. */
function isUnconditional({ program }: GuardContext, node: number): boolean {
  for (let region = program.regionAt(node), count = 0; count < dataflowLimits.maxEnclosingRegions; count += 1) {
    const kind = program.regionKinds[region]
    if (kind === RegionKind.entry) return true
    if (kind !== RegionKind.attempt) return false
    region = program.regionAround(region)
  }
  return false
}
