import type { ExprNode } from 'py-ast'
import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { variable } from '../../ir/variable.ts'
import { argumentsOf } from './lower-item.ts'
import { importedName } from './lower-module.ts'
import { lowerTupleClass, tupleMakers } from './lower-tuple-class.ts'
import type { Lowering } from './lowering.ts'
import { lastName, type Of } from './python-tree.ts'

/**
 * Standard library and anyio functions that call one of their arguments with the arguments after it. Maps the function
 * name to the position of the callback.
 */
const calling: ReadonlyMap<string, number> = new Map([
  ['asyncio.to_thread', 0],
  ['asyncio.threads.to_thread', 0],
  ['anyio.to_thread.run_sync', 0],
  ['anyio.from_thread.run', 0],
  ['anyio.from_thread.run_sync', 0],
  ['trio.to_thread.run_sync', 0],
  ['anyio.to_process.run_sync', 0],
  ['anyio.run', 0],
  ['trio.run', 0],
  ['starlette.concurrency.run_in_threadpool', 0],
  ['fastapi.concurrency.run_in_threadpool', 0],
])
/** Functions that also forward their keyword arguments to the callback. */
const handsNames = new Set([
  'asyncio.to_thread',
  'asyncio.threads.to_thread',
  'starlette.concurrency.run_in_threadpool',
  'fastapi.concurrency.run_in_threadpool',
])

/** How a method calls the callback that it receives. */
interface CallingMethod {
  /** Position of the callback among the arguments. */
  readonly place: number
  /**
   * Arguments that the callback receives. `rest`: the remaining arguments. `elements`: one element of each remaining
   * argument. `parts`: the unpacked elements of the next argument. `lists`: the next two arguments, as positional and
   * keyword arguments.
   */
  readonly gives: 'rest' | 'elements' | 'parts' | 'lists'
  /** Pattern that the receiver's name must match. */
  readonly receiver?: RegExp
  /** True if the method passes a value of its own, such as a transaction, before these arguments. */
  readonly makesFirst?: true
  /** True if keyword arguments are forwarded to the callback. */
  readonly handsNames?: true
}

const pools = /executor|pool|thread|worker|^(?:ex|tpe|tp|exe|exec|e)$/i

/** Methods of event loops, pools, tasks, and drivers that call a function passed to them. */
const callingMethods: ReadonlyMap<string, CallingMethod> = new Map<string, CallingMethod>([
  ['run_in_executor', { place: 1, gives: 'rest' }],
  ['call_soon', { place: 0, gives: 'rest' }],
  ['call_soon_threadsafe', { place: 0, gives: 'rest' }],
  ['call_later', { place: 1, gives: 'rest' }],
  ['submit', { place: 0, gives: 'rest', receiver: pools, handsNames: true }],
  ['map', { place: 0, gives: 'elements', receiver: pools }],
  ['imap', { place: 0, gives: 'elements', receiver: pools }],
  ['imap_unordered', { place: 0, gives: 'elements', receiver: pools }],
  ['starmap', { place: 0, gives: 'parts', receiver: pools }],
  ['apply', { place: 0, gives: 'lists', receiver: pools }],
  ['apply_async', { place: 0, gives: 'lists', receiver: pools }],
  ['add_task', { place: 0, gives: 'rest', receiver: /background|tasks/i, handsNames: true }],
  ...['execute_read', 'execute_write', 'read_transaction', 'write_transaction'].map((name): [string, CallingMethod] => [
    name,
    { place: 0, gives: 'rest', makesFirst: true, handsNames: true },
  ]),
])

const callsFunction: CallingMethod = { place: 0, gives: 'rest' }

/**
 * Lowers a call that passes a callback and its arguments to a direct call of the callback. Undefined for any other
 * call. `caller` is the called function.
 */
export function lowerHandedCall(to: Lowering, call: Of<'Call'>, caller: number): number | undefined {
  const { func, args, keywords } = call
  const name = importedName(to, func)
  if (name === 'functools.partial') return lowerPartial(to, call)
  if (name === 'functools.partialmethod') return lowerPartialMethod(to, call)
  if (name !== undefined && tupleMakers.has(name)) return lowerTupleClass(to, call)
  const known = name === undefined ? undefined : calling.get(name)
  const method =
    known === undefined
      ? methodOf(func)
      : { ...callsFunction, place: known, ...(handsNames.has(name ?? '') && { handsNames: true as const }) }
  const callee = method && args[method.place]
  if (!method || !callee || args.slice(0, method.place + 1).some(isStarred))
    return name === 'threading.Thread' || name === 'multiprocessing.Process' ? lowerThread(to, call) : undefined
  const offset = to.offsetOf(call)
  for (const before of args.slice(0, method.place)) to.expression(before)
  const value = to.expression(callee)
  if (!method.handsNames) for (const keyword of keywords) to.expression(keyword.value)
  const first = method.makesFirst ? [to.node(Op.Call, offset, caller)] : []
  const given = givenBy(to, method, args.slice(method.place + 1), offset)
  const named = method.handsNames ? argumentsOf(to, { args: [], keywords }) : []
  const handed = to.nodeOf(Op.Call, offset, [value, ...first, ...given, ...named])
  if (!method.receiver) return handed
  // The method is recognized only by its name, so the program may also define it.
  const made = to.nodeOf(Op.Call, offset, [caller, value, ...given, ...named])
  return to.node(Op.Phi, offset, made, to.current.region, handed, to.current.region)
}

/**
 * Returns the model of a method that calls a function passed to it. Undefined if the receiver's name does not match.
 */
function methodOf(func: ExprNode): CallingMethod | undefined {
  if (func.nodeType !== 'Attribute') return undefined
  const method = callingMethods.get(func.attr)
  return method && (!method.receiver || method.receiver.test(lastName(func.value) ?? '')) ? method : undefined
}

/** Returns the arguments that the callback receives. */
function givenBy(to: Lowering, { gives }: CallingMethod, args: readonly ExprNode[], offset: number): number[] {
  if (gives === 'rest') return argumentsOf(to, { args: [...args], keywords: [] })
  if (gives === 'lists') {
    const [positional, named] = args
    return [
      ...(positional ? [to.node(Op.Spread, offset, to.expression(positional))] : []),
      ...(named ? [to.node(Op.SpreadKeywords, offset, to.expression(named))] : []),
    ]
  }
  const elements = args.map((one) => to.node(Op.Element, offset, to.expression(one)))
  return gives === 'parts' ? elements.slice(0, 1).map((one) => to.node(Op.Spread, offset, one)) : elements
}

const isStarred = ({ nodeType }: ExprNode) => nodeType === 'Starred'

/** Lowers `functools.partial(f, a, b=c)` to a function that calls `f` with these arguments and its own. */
function lowerPartial(to: Lowering, call: Of<'Call'>): number | undefined {
  const [callee, ...args] = call.args
  if (!callee || isStarred(callee)) return undefined
  const offset = to.offsetOf(call)
  const held = heldArguments(to, { callee, args, keywords: call.keywords })
  return to.closure({ name: '', offset, flags: 0 }, () => passOn(to, held(offset), offset))
}

/**
 * Lowers `name = functools.partialmethod(method, a, b=c)` in a class to a method that calls `method` on the same
 * object.
 */
function lowerPartialMethod(to: Lowering, call: Of<'Call'>): number | undefined {
  const [method, ...args] = call.args
  if (method?.nodeType !== 'Name' || to.scope.kind !== 'class') return undefined
  const offset = to.offsetOf(call)
  const held = heldArguments(to, { args, keywords: call.keywords })
  return to.closure({ name: '', offset, flags: FunctionFlag.receiverIsParameter }, () => {
    const self = to.parameter({ name: 'self', offset })
    passOn(to, { ...held(offset), callee: to.node(Op.Load, offset, self, to.string(method.id)) }, offset)
  })
}

interface HeldArguments {
  readonly callee: number
  readonly positional: readonly number[]
  readonly named: readonly number[]
}

/** Stores a call's arguments for a function that runs later. Returns how that function can read them. */
function heldArguments(
  to: Lowering,
  { callee, args, keywords }: Pick<Of<'Call'>, 'args' | 'keywords'> & { readonly callee?: ExprNode },
): (offset: number) => HeldArguments {
  const hold = (node: ExprNode) => {
    const made = variable({ name: 'partial', isShared: false, isConstant: true })
    to.declare(made)
    to.assign(made, to.expression(node))
    return made
  }
  const called = callee && hold(callee)
  const positional = args.map((one) => ({
    isSpread: one.nodeType === 'Starred',
    value: hold(one.nodeType === 'Starred' ? one.value : one),
  }))
  const named = keywords.map(({ arg, value }) => ({ name: arg ?? undefined, value: hold(value) }))
  return (offset) => {
    const read = (value: (typeof positional)[number]['value']) => to.read(value, offset)
    return {
      callee: called ? read(called) : -1,
      positional: positional.map(({ isSpread, value }) =>
        isSpread ? to.node(Op.Spread, offset, read(value)) : read(value),
      ),
      named: named.map(({ name, value }) =>
        name === undefined
          ? to.node(Op.SpreadKeywords, offset, read(value))
          : to.node(Op.Keyword, offset, to.string(name), read(value)),
      ),
    }
  }
}

/** Ends a function with a call that also receives all of the function's other arguments. */
function passOn(to: Lowering, { callee, positional, named }: HeldArguments, offset: number): void {
  const rest = to.parameter({ offset, kind: ParameterKind.rest })
  const names = to.parameter({ offset, kind: ParameterKind.keywordRest })
  to.returns(
    to.nodeOf(Op.Call, offset, [
      callee,
      ...positional,
      to.node(Op.Spread, offset, rest),
      ...named,
      to.node(Op.SpreadKeywords, offset, names),
    ]),
    offset,
  )
}

/** Lowers `threading.Thread(target=f, args=(a, b))`. The result of the function is discarded. */
function lowerThread(to: Lowering, call: Of<'Call'>): number | undefined {
  const value = (name: string) => call.keywords.find(({ arg }) => arg === name)?.value
  const [target, args, named] = [value('target'), value('args'), value('kwargs')]
  if (!target) return undefined
  const offset = to.offsetOf(call)
  const given =
    args?.nodeType === 'Tuple' || args?.nodeType === 'List'
      ? argumentsOf(to, { args: args.elts, keywords: [] })
      : args
        ? [to.node(Op.Spread, offset, to.expression(args))]
        : []
  to.nodeOf(Op.Call, offset, [
    to.expression(target),
    ...given,
    ...(named ? [to.node(Op.SpreadKeywords, offset, to.expression(named))] : []),
  ])
  return undefined
}
