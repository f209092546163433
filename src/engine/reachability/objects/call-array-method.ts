import type { ObjectGraph } from './object-graph.ts'
import { elements, outside } from './things.ts'
import type { ObjectCall } from './object-call.ts'

/** Methods that call their first argument with elements. */
const calling: ReadonlySet<string> = new Set(
  [
    'map filter forEach reduce reduceRight some every find findIndex findLast findLastIndex',
    'sort flatMap toSorted *',
  ].flatMap((line) => line.split(' ')),
)
/** Methods that return a number, a text, or nothing. */
const silent: ReadonlySet<string> = new Set(
  'push unshift forEach some every findIndex findLastIndex indexOf lastIndexOf includes join'.split(' '),
)
/** Methods whose arguments do not become elements. */
const comparing: ReadonlySet<string> = new Set(['indexOf', 'lastIndexOf', 'includes', 'join'])
/** Methods that change or return the array itself. */
const changing: ReadonlySet<string> = new Set([
  'push',
  'unshift',
  'splice',
  'fill',
  'sort',
  'reverse',
  'copyWithin',
  'concat',
  '*',
])

/** A method of an array is called. `*`: an unknown one. Elements, arguments, and returned values are not told apart. */
export function callArrayMethod(graph: ObjectGraph, call: ObjectCall, method: string): void {
  const { flow, things } = graph
  if (comparing.has(method)) return
  const made = things.array(`list ${call.result}`)
  const items = things.own(made, elements)
  const isCalling = calling.has(method)
  for (const receiver of call.receivers)
    flow.each(receiver, (thing) => {
      things.readElements(thing, items)
      if (!changing.has(method)) return
      if (things.isOutside(thing) || things.get(thing).kind === 'native') flow.link(items, graph.outsidePlace)
      else flow.link(items, things.own(thing, elements))
    })
  if (call.receivers.length === 0) flow.put(items, outside)
  const mayBeAny = call.looseFrom < call.args.length || method === '*'
  const isCallback = (index: number) => isCalling && (index === 0 || mayBeAny)
  for (const [index, argument] of call.args.entries()) if (!isCallback(index) || mayBeAny) flow.link(argument, items)
  // The elements of lists in a list.
  if (/concat|flat|\*/.test(method))
    flow.each(items, (thing) => {
      if (things.get(thing).kind === 'array') flow.link(things.own(thing, elements), items)
    })
  const passed = flow.add(1)
  for (const place of [items, ...call.receivers]) flow.link(place, passed)
  const self = call.args[1]
  const receivers = self === undefined ? [] : [self]
  const depth = call.depth + 1
  const inner = { ...call, args: [passed], argNodes: [], looseFrom: 0, receivers, result: items, isNew: false, depth }
  for (const [index, argument] of call.args.entries())
    if (isCallback(index)) flow.each(argument, (thing) => call.invoke(inner, thing))
  if (silent.has(method)) return
  flow.put(call.result, made)
  flow.link(items, call.result)
  if (changing.has(method)) for (const receiver of call.receivers) flow.link(receiver, call.result)
}
