import { Op, RegionKind } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'

/** What guards look up of a program again and again; made once, in one pass. */
export interface ProgramIndex {
  /** The `Closure` node of a function; −1 for modules. */
  closureOf(functionIndex: number): number
  /** By function: `Call` and `New` nodes in it. */
  calls(functionIndex: number): readonly number[]
  /** By function: `Throw` and `Return` nodes in it. */
  exits(functionIndex: number): readonly number[]
  /** By function: its first node and the one after its last, those of functions inside it among them. */
  range(functionIndex: number): readonly [number, number]
  /** By region: 1 where it ends in nothing. */
  readonly endsDead: Uint8Array
  /** By region: 1 where the function may be left in it, unlike by `continue` and `break`. */
  readonly hasExit: Uint8Array
  /** By region: 1 where the function is left in it itself, not only in one inside it. */
  readonly hasOwnExit: Uint8Array
  /** The region of the same condition's other outcome, −1 without. */
  siblingOf(region: number): number
  /** The region that runs after exceptions of a region, −1 without. */
  rescueOf(region: number): number
  /** Whether an exception at a node is caught in its function by something that may go on or return. */
  isCaught(node: number): boolean
  /**
   * A region and those around it, of which there may be one for each condition that the function leaves at. Remembered
   * until another region is asked about.
   */
  around(region: number): ReadonlySet<number>
  /** The first node in a region or in those inside it, −1 without. */
  firstNode(region: number): number
  /** Regions of a condition. */
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
  /** By region: 1 where it may be left without an exception, by `return`, `break` or `continue`. */
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
      // What follows a `try` whose handler ends runs in the region of the `try`: regions in the `try` itself are older
      // than that of the handler.
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

/** Adds a value to the list of a key. */
export function append<Key>(into: Map<Key, number[]>, key: Key, value: number): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
