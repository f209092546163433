import type { LoadedModule } from '../graph/loaded-module.ts'
import type { ObjectGraph } from './object-graph.ts'
import { outside } from './things.ts'

/** A call whose operands are places. */
export interface ObjectCall {
  readonly module: LoadedModule
  readonly node: number
  readonly args: readonly number[]
  /** Nodes of the arguments, or empty if they are not the operands of the call. */
  readonly argNodes: readonly number[]
  /** Arguments from this index on may be at any later position. */
  readonly looseFrom: number
  /** Places of the receiver. */
  readonly receivers: readonly number[]
  /** Place of `this` where the call is, or -1. */
  readonly self: number
  readonly result: number
  readonly isNew: boolean
  /** Number of calls through `call`, `apply`, methods of arrays, or base classes before this one. */
  readonly depth: number
  /** Calls a thing with other operands. */
  readonly invoke: (call: ObjectCall, thing: number) => void
}

/** Code outside the graph is called: it may keep what it receives. */
export function callOutside(graph: ObjectGraph, { args, receivers, result }: ObjectCall, thing = outside): void {
  if (thing !== outside) graph.flow.put(graph.outsidePlace, thing)
  for (const place of [...args, ...receivers]) graph.flow.link(place, graph.outsidePlace)
  graph.flow.put(result, outside)
}
