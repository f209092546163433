import type { ObjectGraph } from './object-graph.ts'
import { addOperator, type Accessor } from './accessors.ts'
import { operatorMethods } from './native-names.ts'

interface Waiting {
  isNamed: boolean
  readonly accessors: Accessor[]
}

const waitingOf = new WeakMap<ObjectGraph, Waiting>()

/** The program contains a text or an attribute name. Functions under unknown keys may have this name. */
export function nameOperator(graph: ObjectGraph, name: string): void {
  if (!operatorMethods.has(name)) return
  const waiting = waitingIn(graph)
  if (waiting.isNamed) return
  waiting.isNamed = true
  for (const accessor of waiting.accessors) addOperator(graph, accessor)
  waiting.accessors.length = 0
}

/** A function is stored under an unknown key. An operator may call it if the program names such a method anywhere. */
export function addPossibleOperator(graph: ObjectGraph, accessor: Accessor): void {
  const waiting = waitingIn(graph)
  if (waiting.isNamed) addOperator(graph, accessor)
  else waiting.accessors.push(accessor)
}

function waitingIn(graph: ObjectGraph): Waiting {
  const known = waitingOf.get(graph)
  if (known) return known
  const made = { isNamed: false, accessors: [] }
  waitingOf.set(graph, made)
  return made
}

/** Reports whether a computed name may be the name of an operator's method. */
export function mayNameOperator(affixes: readonly { readonly prefix: string; readonly suffix: string }[]): boolean {
  return [...operatorMethods].some((name) =>
    affixes.some(({ prefix, suffix }) => name.startsWith(prefix) && name.endsWith(suffix)),
  )
}
