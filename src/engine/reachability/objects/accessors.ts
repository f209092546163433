import type { LoadedModule } from '../graph/loaded-module.ts'
import type { ObjectGraph } from './object-graph.ts'
import { outside } from './things.ts'

/** A function that reading, storing, or converting a thing calls. */
export interface Accessor {
  /** Place of the function. */
  readonly value: number
  /** Thing that has the function as an attribute. */
  readonly holder: number
}

/** The function at a place is the getter of an attribute. */
export function addGetter(graph: ObjectGraph, { value, holder }: Accessor, attribute: number): void {
  runWith(graph, { value, holder }, (module, local) => {
    for (const returned of module.unit.functions[local]?.returns ?? [])
      graph.flow.link(graph.place(module, module.operand(returned, 0)), attribute)
  })
}

/** The function at a place is the setter of an attribute. Its name is undefined if it is not known. */
export function addSetter(graph: ObjectGraph, accessor: Accessor, name: string | undefined): void {
  const received = graph.stored.received(name)
  runWith(graph, accessor, (module, local) => {
    for (const { node } of module.unit.functions[local]?.parameters ?? []) {
      graph.flow.link(received, graph.place(module, node))
      graph.flow.put(graph.place(module, node), outside)
    }
  })
}

/** An operator or the runtime may call the function at a place: `toString`, `then`, `next`. */
export function addOperator(graph: ObjectGraph, accessor: Accessor): void {
  runWith(graph, accessor, (module, local) => graph.enter(module, local))
}

function runWith(
  graph: ObjectGraph,
  { value, holder }: Accessor,
  add: (module: LoadedModule, local: number) => void,
): void {
  graph.flow.each(value, (thing) => {
    const found = graph.things.get(thing)
    if (found.kind === 'outside') graph.flow.link(graph.things.receivers(holder), graph.absorbedReceivers)
    if (found.kind !== 'function') return
    const { module, local } = found
    graph.run(module, local)
    const self = module.unit.functions[local]?.self ?? -1
    if (self >= 0) graph.flow.link(graph.things.receivers(holder), graph.place(module, self))
    add(module, local)
  })
}
