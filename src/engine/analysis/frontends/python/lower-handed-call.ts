import type { ExprNode } from 'py-ast'
import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { variable } from '../../ir/variable.ts'
import { argumentsOf } from './lower-item.ts'
import { importedName } from './lower-module.ts'
import { lowerTupleClass, tupleMakers } from './lower-tuple-class.ts'
import type { Lowering } from './lowering.ts'
import type { Of } from './python-tree.ts'

/**
 * Functions of the standard library and of anyio that call what they are handed, with the arguments that follow it: by
 * name, which argument that is.
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
/** Those whose arguments by name are for the function, too. */
const handsNames = new Set([
  'asyncio.to_thread',
  'asyncio.threads.to_thread',
  'starlette.concurrency.run_in_threadpool',
  'fastapi.concurrency.run_in_threadpool',
])

/**
 * A call that hands over a function and what that is called with, as the call of the function; undefined for any other.
 */
export function lowerHandedCall(to: Lowering, call: Of<'Call'>): number | undefined {
  const { func, args, keywords } = call
  const name = importedName(to, func)
  if (name === 'functools.partial') return lowerPartial(to, call)
  if (name === 'functools.partialmethod') return lowerPartialMethod(to, call)
  if (name !== undefined && tupleMakers.has(name)) return lowerTupleClass(to, call)
  const place =
    func.nodeType === 'Attribute' && func.attr === 'run_in_executor'
      ? 1
      : name === undefined
        ? undefined
        : calling.get(name)
  const callee = place === undefined ? undefined : args[place]
  if (place === undefined || !callee || args.slice(0, place + 1).some(isStarred))
    return name === 'threading.Thread' ? lowerThread(to, call) : undefined
  for (const before of args.slice(0, place)) to.expression(before)
  const value = to.expression(callee)
  if (!handsNames.has(name ?? '')) for (const keyword of keywords) to.expression(keyword.value)
  return to.nodeOf(Op.Call, to.offsetOf(call), [
    value,
    ...argumentsOf(to, { args: args.slice(place + 1), keywords: handsNames.has(name ?? '') ? keywords : [] }),
  ])
}

const isStarred = ({ nodeType }: ExprNode) => nodeType === 'Starred'

/** `functools.partial(f, a, b=c)`: a function that calls another one with these and its own arguments. */
function lowerPartial(to: Lowering, call: Of<'Call'>): number | undefined {
  const [callee, ...args] = call.args
  if (!callee || isStarred(callee)) return undefined
  const offset = to.offsetOf(call)
  const held = heldArguments(to, { callee, args, keywords: call.keywords })
  return to.closure({ name: '', offset, flags: 0 }, () => passOn(to, held(offset), offset))
}

/** `name = functools.partialmethod(method, a, b=c)` in a class: a method that calls another one of the same object. */
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

/** Keeps what a call is made with for a function that calls later; the result reads it there. */
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

/** Ends a function with a call that gets all of its other arguments too. */
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

/** `threading.Thread(target=f, args=(a, b))`: nobody gets what the function returns. */
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
