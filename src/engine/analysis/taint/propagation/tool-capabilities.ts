import type { OfferedTool } from '../sources/taint-source.ts'
import type { Program } from '../../program/program.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { CapabilityUse, NamedReach, Sinks } from '../sinks/sink.ts'
import { SortedReaches } from './sorted-reaches.ts'
import type { ToolsByRegion } from './tools-by-region.ts'
import { type Capability, capabilities as order } from '../../../model/scanned-tool.ts'

/** Maximum number of functions to visit per tool, including indirect callees. */
const functionsPerTool = 2_000

/** A tool's capabilities, and the subset found in its own functions or their direct callees. */
export interface ToolCapabilities {
  readonly all: readonly Capability[]
  readonly own: readonly Capability[]
  /**
   * First hosts and environment variables in the tool's code, sorted by kind and name, without duplicates. Undefined if
   * part of the code was not visited.
   */
  readonly reaches: readonly NamedReach[] | undefined
}

/** Returns the capabilities of the functions that run for each tool with any arguments. */
export function capabilitiesOf(
  { program, references }: { readonly program: Program; readonly references: FoundReferences },
  { tools, byRegion }: { readonly tools: readonly OfferedTool[]; readonly byRegion: ToolsByRegion },
  { capabilities: uses, reaches, isCut }: Pick<Sinks, 'capabilities' | 'reaches'> & { readonly isCut: boolean },
): ToolCapabilities[] {
  if (tools.length === 0) return []
  const own = new Map<number, CapabilityUse[]>()
  for (const use of uses) add(own, program.functionOf(use.node), use)
  const named = new SortedReaches(program, reaches)
  // Nested functions, such as callbacks, belong to the enclosing function.
  const inner: (number[] | undefined)[] = Array.from({ length: program.functions.length })
  for (const [index, { parent }] of program.functions.entries()) if (parent >= 0) (inner[parent] ??= []).push(index)
  const callsIn = callNodesOf(program, references)
  /** For each function, the index of the last tool that visited it, plus 1. */
  const seen = new Int32Array(program.functions.length)
  const usedByTools = new Uint8Array(program.functions.length)
  const looked = tools.map((tool, place) => {
    const found = new Set<Capability>()
    const near = new Set<Capability>()
    const waiting: number[] = []
    const isInside = (node: number) =>
      tool.regions.length === 0 || byRegion.at(program.regionOf[node] ?? -1)?.has(tool) === true
    const enter = (index: number) => {
      if (seen[index] === place + 1 || waiting.length > functionsPerTool) return
      seen[index] = place + 1
      waiting.push(index)
    }
    for (const index of tool.functions) {
      for (const { node, capability } of own.get(index) ?? []) if (isInside(node)) near.add(capability)
      for (const { call, callee } of callsIn[index] ?? []) if (isInside(call)) enter(callee)
      for (const nested of inner[index] ?? []) enter(nested)
    }
    const direct = waiting.length
    for (let at = 0; at < waiting.length; at += 1) {
      const index = waiting[at] ?? 0
      for (const { capability } of own.get(index) ?? []) (at < direct ? near : found).add(capability)
      for (const { callee } of callsIn[index] ?? []) enter(callee)
      for (const nested of inner[index] ?? []) enter(nested)
    }
    const functions = new Set([...tool.functions, ...waiting])
    for (const index of functions) usedByTools[index] = 1
    return {
      all: order.filter((capability) => found.has(capability) || near.has(capability)),
      own: order.filter((capability) => near.has(capability)),
      ownFunctions: tool.functions,
      waiting,
      functions,
      isInside,
      isCut: isCut || waiting.length > functionsPerTool,
    }
  })
  // A function that several tools call contributes its hosts to each of them, except hosts that are named only in other
  // tools' code.
  return looked.map(({ ownFunctions, waiting, functions, isInside, isCut: isPartial, ...capabilities }) => {
    if (isPartial) return { ...capabilities, reaches: undefined }
    const counts = ({ origin }: NamedReach) => {
      const at = program.functionOf(origin)
      if (!functions.has(at)) return usedByTools[at] === 0
      return isInside(origin) || byRegion.at(program.regionOf[origin] ?? -1) === undefined
    }
    const found = [
      ...ownFunctions.flatMap((index) => named.inFunction(index, (reach) => isInside(reach.node) && counts(reach))),
      ...waiting.flatMap((index) => named.inFunction(index, counts)),
    ]
    return { ...capabilities, reaches: named.firstOf(found) }
  })
}

/** Returns each function's calls and their callees. */
function callNodesOf(
  program: Program,
  references: FoundReferences,
): readonly (readonly { readonly call: number; readonly callee: number }[] | undefined)[] {
  const found: ({ readonly call: number; readonly callee: number }[] | undefined)[] = Array.from({
    length: program.functions.length,
  })
  for (let callee = 0; callee < program.functions.length; callee += 1)
    for (const call of references.callers(callee)) (found[program.functionOf(call)] ??= []).push({ call, callee })
  return found
}

function add<K, V>(into: Map<K, V[]>, key: K, value: V): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
