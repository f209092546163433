import { Op, RegionKind } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'

/** Index of a program for guards, built in one pass. */
export interface ProgramIndex {
  /** Returns the `Closure` node of a function, or -1 for modules. */
  closureOf(functionIndex: number): number
  /** Returns a function's `Call` and `New` nodes. */
  calls(functionIndex: number): readonly number[]
  /** Returns a function's `Throw` and `Return` nodes. */
  exits(functionIndex: number): readonly number[]
  /** Returns the index of a function's first node, and the index after its last one. Includes nested functions. */
  range(functionIndex: number): readonly [number, number]
  /** For each region, 1 if execution never continues after its end. */
  readonly endsDead: Uint8Array
  /** For each region, 1 if it may exit the function. `continue` and `break` do not count. */
  readonly hasExit: Uint8Array
  /** For each region, 1 if it exits the function directly, not only in a nested region. */
  readonly hasOwnExit: Uint8Array
  /** Returns the region for the other outcome of a region's condition, or -1. */
  siblingOf(region: number): number
  /** Returns the exception handler of a region, or -1. */
  rescueOf(region: number): number
  /**
   * Reports whether an exception at a node is caught in the same function, by a handler that may continue or return.
   */
  isCaught(node: number): boolean
  /**
   * Returns a region and its enclosing regions. There may be many, because each exit condition of the function adds
   * one. Cached until another region is requested.
   */
  around(region: number): ReadonlySet<number>
  /** Returns the first node in a region or in its nested regions, or -1. */
  firstNode(region: number): number
  /** Returns the regions that a condition controls. */
  regionsOf(condition: number): readonly number[]
}

export function indexProgram(program: Program): ProgramIndex {
  const { nodeCount, regionKinds, functions } = program
  const closures = new Map<number, number>()
  const first = new Int32Array(functions.length).fill(nodeCount)
  const last = new Int32Array(functions.length).fill(-1)
  const calls: (number[] | undefined)[] = Array.from({ length: functions.length })
  const exits: (number[] | undefined)[] = Array.from({ length: functions.length })
  const [endsDead, hasExit, hasOwnExit] = [
    new Uint8Array(regionKinds.length),
    new Uint8Array(regionKinds.length),
    new Uint8Array(regionKinds.length),
  ]
  /** For each region, 1 if it may be exited without an exception, by `return`, `break`, or `continue`. */
  const isLeft = new Uint8Array(regionKinds.length)
  const mark = (marks: Uint8Array, region: number) => {
    for (let at = region; at >= 0 && marks[at] === 0; at = program.regionAround(at)) marks[at] = 1
  }
  const firstNodes = new Int32Array(regionKinds.length).fill(-1)
  for (let node = 0; node < nodeCount; node += 1) {
    for (let at = program.regionAt(node); at >= 0 && firstNodes[at] === -1; at = program.regionAround(at))
      firstNodes[at] = node
    const inside = program.functionOf(node)
    if (last[inside] === -1) first[inside] = node
    last[inside] = node
    const op = program.op(node)
    if (op === Op.Closure) closures.set(program.operand(node, 0), node)
    else if (op === Op.Call || op === Op.New) (calls[inside] ??= []).push(node)
    else if (op === Op.Throw || op === Op.Return) {
      ;(exits[inside] ??= []).push(node)
      hasOwnExit[program.regionAt(node)] = 1
      mark(hasExit, program.regionAt(node))
      if (op === Op.Return) mark(isLeft, program.regionAt(node))
    }
  }
  for (let index = functions.length - 1; index > 0; index -= 1) {
    const parent = functions[index]?.parent ?? -1
    if (parent < 0) continue
    first[parent] = Math.min(first[parent] ?? 0, first[index] ?? 0)
    last[parent] = Math.max(last[parent] ?? 0, last[index] ?? 0)
  }
  const siblings = new Map<number, number>()
  const branches = new Map<number, number[]>()
  const rescues = new Map<number, number>()
  const attempts = new Map<number, number>()
  for (const [region, kind] of regionKinds.entries()) {
    const parent = program.regionAround(region)
    if (kind === RegionKind.dead && parent >= 0) endsDead[parent] = 1
    if (kind === RegionKind.attempt) attempts.set(parent, region)
    else if (kind === RegionKind.rescue) rescues.set(attempts.get(parent) ?? -1, region)
    const condition = program.conditionOf(region)
    if (condition < 0) continue
    const other = branches.get(condition)?.at(-1)
    append(branches, condition, region)
    if (other === undefined || program.regionAround(other) !== parent || regionKinds[other] === kind) continue
    siblings.set(region, other)
    siblings.set(other, region)
  }
  for (const [region, isDead] of endsDead.entries()) if (isDead === 1 && hasExit[region] === 0) mark(isLeft, region)
  const isCaught = (node: number) => {
    let inner = -1
    for (let region = program.regionAt(node); region >= 0; region = program.regionAround(region)) {
      const rescue = rescues.get(region)
      // If the handler of a `try` exits, the code after the `try` is in the region of the `try` as well. Only regions
      // inside the `try` have lower numbers than the handler.
      if (rescue !== undefined && (endsDead[rescue] === 0 || (isLeft[rescue] === 1 && inner < rescue))) return true
      inner = region
    }
    return false
  }
  let asked = { region: -1, around: new Set<number>() }
  const around = (region: number) => {
    if (region === asked.region) return asked.around
    asked = { region, around: new Set() }
    for (let at = region; at >= 0; at = program.regionAround(at)) asked.around.add(at)
    return asked.around
  }
  return {
    endsDead,
    hasExit,
    hasOwnExit,
    around,
    isCaught,
    rescueOf: (region) => rescues.get(region) ?? -1,
    closureOf: (index) => closures.get(index) ?? -1,
    calls: (index) => calls[index] ?? [],
    exits: (index) => exits[index] ?? [],
    range: (index) => [first[index] ?? 0, (last[index] ?? -1) + 1],
    firstNode: (region) => firstNodes[region] ?? -1,
    regionsOf: (condition) => branches.get(condition) ?? [],
    siblingOf: (region) => siblings.get(region) ?? -1,
  }
}

/** Appends a value to the list stored under a key. */
export function append<Key>(into: Map<Key, number[]>, key: Key, value: number): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
