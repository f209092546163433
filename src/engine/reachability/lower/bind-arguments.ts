import { Op, ParameterKind } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { elements } from './linked-values.ts'
import type { FunctionPlace, LowerGraph } from './lower-graph.ts'

/** A value that a call passes. */
export interface Argument {
  readonly place: number
  /** Name of a keyword argument. */
  readonly name?: string
  /** True if it expands to several arguments. */
  readonly isSpread?: boolean
}

/** Returns the arguments of a call node. */
export function argumentsOf(module: LoadedModule, node: number): readonly Argument[] {
  return Array.from({ length: module.operandCount(node) - 1 }, (_, index) => {
    const argument = module.operand(node, index + 1)
    switch (module.op(argument)) {
      case Op.Keyword:
        return { place: module.firstNode + module.operand(argument, 1), name: module.text(argument, 0) }
      case Op.Spread:
        return { place: module.firstNode + module.operand(argument, 0), isSpread: true }
      case Op.SpreadKeywords:
        return { place: module.firstNode + module.operand(argument, 0), isSpread: true, name: '' }
      default:
        return { place: module.firstNode + argument }
    }
  })
}

/** Passes arguments to the parameters of a function from the parameter at `first`. */
export function bindArguments(
  graph: LowerGraph,
  { module, local }: FunctionPlace,
  { args, first }: { readonly args: readonly Argument[]; readonly first: number },
): void {
  const parameters = module.unit.functions[local]?.parameters ?? []
  const positional = args.filter(({ name }) => name === undefined)
  const spread = positional.findIndex(({ isSpread }) => isSpread === true)
  const placed = spread < 0 ? positional : positional.slice(0, spread)
  const expanded = spread < 0 ? [] : positional.slice(spread)
  const { flow, objects } = graph
  for (const [index, { node, kind, name }] of parameters.slice(first).entries()) {
    const place = module.firstNode + node
    if (kind === ParameterKind.rest || kind === ParameterKind.keywordRest) {
      const rest = objects.token(`object ${place}`, () => ({ kind: 'object' }))
      flow.put(place, rest)
      if (kind === ParameterKind.rest) {
        for (const one of placed.slice(index)) flow.link(one.place, objects.own(rest, elements))
        for (const one of expanded) expand(graph, one.place, objects.own(rest, elements))
      } else for (const one of args) if (one.name) flow.link(one.place, objects.own(rest, one.name))
      continue
    }
    const text = module.unit.strings[name] ?? ''
    const named = args.find((one) => one.name === text && text !== '')
    if (named) flow.link(named.place, place)
    else if (kind !== ParameterKind.keyword && placed[index]) flow.link(placed[index].place, place)
    else if (kind !== ParameterKind.keyword) for (const one of expanded) expand(graph, one.place, place)
    for (const one of args) if (one.name === '' && text !== '') flow.eachRead(one.place, text, place)
  }
}

/** The elements of a collection are values of a place. */
function expand(graph: LowerGraph, collection: number, to: number): void {
  graph.flow.eachRead(collection, elements, to)
}
