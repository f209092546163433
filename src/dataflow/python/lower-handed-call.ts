import type { ExprNode } from 'py-ast'
import { Op, ParameterKind } from '../form/operations.ts'
import { variable } from '../form/variable.ts'
import { argumentsOf } from './lower-item.ts'
import { importedName } from './lower-module.ts'
import type { Lowering } from './lowering.ts'
import type { Of } from './python-tree.ts'

/** Functions of the standard library and of anyio that call what they are handed, with the arguments that follow it: by name, which argument that is. */
const calling: ReadonlyMap<string, number> = new Map([
  ['asyncio.to_thread', 0], ['asyncio.threads.to_thread', 0], ['anyio.to_thread.run_sync', 0], ['anyio.from_thread.run', 0], ['anyio.from_thread.run_sync', 0], ['trio.to_thread.run_sync', 0], ['anyio.to_process.run_sync', 0], ['anyio.run', 0], ['trio.run', 0], ['starlette.concurrency.run_in_threadpool', 0], ['fastapi.concurrency.run_in_threadpool', 0],
])
/** Those whose arguments by name are for the function, too. */
const handsNames = new Set(['asyncio.to_thread', 'asyncio.threads.to_thread', 'starlette.concurrency.run_in_threadpool', 'fastapi.concurrency.run_in_threadpool'])

/** A call that hands over a function and what that is called with, as the call of the function; undefined for any other. */
export function lowerHandedCall(to: Lowering, call: Of<'Call'>): number | undefined {
  const { func, args, keywords } = call
  const name = importedName(to, func)
  if (name === 'functools.partial') return lowerPartial(to, call)
  const place = func.nodeType === 'Attribute' && func.attr === 'run_in_executor' ? 1 : name === undefined ? undefined : calling.get(name)
  const callee = place === undefined ? undefined : args[place]
  if (place === undefined || !callee || args.slice(0, place + 1).some(isStarred)) return name === 'threading.Thread' ? lowerThread(to, call) : undefined
  for (const before of args.slice(0, place)) to.expression(before)
  const value = to.expression(callee)
  if (!handsNames.has(name ?? '')) for (const keyword of keywords) to.expression(keyword.value)
  return to.nodeOf(Op.Call, to.offsetOf(call), [value, ...argumentsOf(to, { args: args.slice(place + 1), keywords: handsNames.has(name ?? '') ? keywords : [] })])
}

const isStarred = ({ nodeType }: ExprNode) => nodeType === 'Starred'

/** `functools.partial(f, a, b=c)`: a function that calls another one with these and its own arguments. */
function lowerPartial(to: Lowering, call: Of<'Call'>): number | undefined {
  const [callee, ...args] = call.args
  if (!callee || [callee, ...args].some(isStarred) || call.keywords.some(({ arg }) => arg === undefined || arg === null)) return undefined
  const offset = to.offsetOf(call)
  const held = [callee, ...args, ...call.keywords.map(({ value }) => value)].map((one) => {
    const made = variable({ name: 'partial', isShared: false, isConstant: true })
    to.declare(made)
    to.assign(made, to.expression(one))
    return made
  })
  return to.closure({ name: '', offset, flags: 0 }, () => {
    const rest = to.parameter({ offset, kind: ParameterKind.rest })
    const names = to.parameter({ offset, kind: ParameterKind.keywordRest })
    const [called = -1, ...given] = held.map((one) => to.read(one, offset))
    const positional = given.slice(0, args.length)
    const named = call.keywords.map(({ arg }, index) => to.node(Op.Keyword, offset, to.string(arg ?? ''), given[args.length + index] ?? -1))
    to.returns(to.nodeOf(Op.Call, offset, [called, ...positional, to.node(Op.Spread, offset, rest), ...named, to.node(Op.SpreadKeywords, offset, names)]), offset)
  })
}

/** `threading.Thread(target=f, args=(a, b))`: nobody gets what the function returns. */
function lowerThread(to: Lowering, call: Of<'Call'>): number | undefined {
  const value = (name: string) => call.keywords.find(({ arg }) => arg === name)?.value
  const [target, args, named] = [value('target'), value('args'), value('kwargs')]
  if (!target) return undefined
  const offset = to.offsetOf(call)
  const given = args?.nodeType === 'Tuple' || args?.nodeType === 'List' ? argumentsOf(to, { args: args.elts, keywords: [] }) : args ? [to.node(Op.Spread, offset, to.expression(args))] : []
  to.nodeOf(Op.Call, offset, [to.expression(target), ...given, ...(named ? [to.node(Op.SpreadKeywords, offset, to.expression(named))] : [])])
  return undefined
}
