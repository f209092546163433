import { Op, RegionKind } from '../ir/operations.ts'
import { lineAndColumnOf } from '../ir/ir-module.ts'
import { NodeIndex } from './node-index.ts'
import { everyOperand, nodeOperands } from './node-operands.ts'
import type { Place, ProgramClass, ProgramFile, ProgramFunction } from './program-parts.ts'

/**
 * The IR of all project files, with program-wide ids: operands are ids in this program, and strings are shared. See
 * `IrModule` for nodes and regions.
 */
export class Program {
  readonly files: readonly ProgramFile[]
  readonly strings: readonly string[]
  readonly ops: Uint8Array
  readonly regionOf: Int32Array
  readonly offsets: Int32Array
  readonly operandsAt: Int32Array
  readonly operands: Int32Array
  readonly regionParents: Int32Array
  readonly regionKinds: Uint8Array
  readonly regionConditions: Int32Array
  readonly regionFunctions: Int32Array
  readonly functions: readonly ProgramFunction[]
  readonly classes: readonly ProgramClass[]
  readonly #stringIndex: ReadonlyMap<string, number>
  #index: NodeIndex | undefined
  #methodCalls: Map<number, readonly number[]> | undefined
  #users: { readonly starts: Int32Array; readonly users: Int32Array } | undefined

  constructor(
    parts: Pick<
      Program,
      | 'files'
      | 'strings'
      | 'ops'
      | 'regionOf'
      | 'offsets'
      | 'operandsAt'
      | 'operands'
      | 'regionParents'
      | 'regionKinds'
      | 'regionConditions'
      | 'regionFunctions'
      | 'functions'
      | 'classes'
    > & { readonly stringIndex: ReadonlyMap<string, number> },
  ) {
    this.files = parts.files
    this.strings = parts.strings
    this.ops = parts.ops
    this.regionOf = parts.regionOf
    this.offsets = parts.offsets
    this.operandsAt = parts.operandsAt
    this.operands = parts.operands
    this.regionParents = parts.regionParents
    this.regionKinds = parts.regionKinds
    this.regionConditions = parts.regionConditions
    this.regionFunctions = parts.regionFunctions
    this.functions = parts.functions
    this.classes = parts.classes
    this.#stringIndex = parts.stringIndex
  }

  get nodeCount(): number {
    return this.ops.length
  }

  op(node: number): Op {
    return (this.ops[node] ?? Op.Opaque) as Op
  }

  operandCount(node: number): number {
    return (this.operandsAt[node + 1] ?? 0) - (this.operandsAt[node] ?? 0)
  }

  /** Returns a raw operand, such as a node id or a string index, as documented in `Op`. Returns -1 if it is missing. */
  operand(node: number, index: number): number {
    const at = (this.operandsAt[node] ?? 0) + index
    return index < 0 || at >= (this.operandsAt[node + 1] ?? 0) ? -1 : (this.operands[at] ?? -1)
  }

  /** Returns a string operand's text. */
  text(node: number, index: number): string {
    return this.strings[this.operand(node, index)] ?? ''
  }

  /** Returns the index of a string, for fast comparison with operands, or -1 if the program does not contain it. */
  stringIndex(text: string): number {
    return this.#stringIndex.get(text) ?? -1
  }

  /** Returns a string literal's text, or undefined for other nodes. */
  literalText(node: number): string | undefined {
    return this.op(node) === Op.Literal && this.operand(node, 0) === 0 ? this.text(node, 1) : undefined
  }

  /** Returns the nodes that use this node as an operand, in ascending order, with one entry per use. */
  users(node: number): Int32Array {
    const { starts, users } = this.userLists()
    return users.subarray(starts[node], starts[node + 1])
  }

  /**
   * Returns the users of all nodes in one array, with the start of each node's list. Used by callers that visit many
   * nodes.
   */
  userLists(): { readonly starts: Int32Array; readonly users: Int32Array } {
    return (this.#users ??= usersOf(this))
  }

  /** Nodes by operation and name. Built on first use. */
  get index(): NodeIndex {
    return (this.#index ??= new NodeIndex(this))
  }

  /** `Call` and `New` nodes that call a method with this name, in ascending order. */
  callsOfMethod(name: string): readonly number[] {
    const key = this.stringIndex(name)
    if (key < 0) return none
    this.#methodCalls ??= new Map()
    const known = this.#methodCalls.get(key)
    if (known) return known
    const found: number[] = []
    const { starts, users } = this.userLists()
    for (const load of this.index.naming(key)) {
      if (this.op(load) !== Op.Load) continue
      let previous = -1
      for (let at = starts[load] ?? 0, end = starts[load + 1] ?? 0; at < end; at += 1) {
        const user = users[at] ?? -1
        if (
          user !== previous &&
          (this.op(user) === Op.Call || this.op(user) === Op.New) &&
          this.operand(user, 0) === load
        )
          found.push(user)
        previous = user
      }
    }
    found.sort((one, other) => one - other)
    this.#methodCalls.set(key, found)
    return found
  }

  /** Returns the node of a function's parameter, or -1. */
  parameter(functionIndex: number, index: number): number {
    return this.functions[functionIndex]?.parameters[index]?.node ?? -1
  }

  functionOf(node: number): number {
    return this.regionFunctions[this.regionOf[node] ?? 0] ?? 0
  }

  /** Returns a node's region, or -1 if the node is -1. */
  regionAt(node: number): number {
    return this.regionOf[node] ?? -1
  }

  /** Returns the enclosing region, or -1 for a function body. */
  regionAround(region: number): number {
    return this.regionParents[region] ?? -1
  }

  /** Returns the condition that is true (`when`) or false (`unless`) in a region, or -1 for other kinds of regions. */
  conditionOf(region: number): number {
    return this.regionConditions[region] ?? -1
  }

  /** Returns a region's function, or -1 if the region is -1. */
  functionAround(region: number): number {
    return this.regionFunctions[region] ?? -1
  }

  isDead(node: number): boolean {
    for (let region = this.regionOf[node] ?? -1; region >= 0; region = this.regionParents[region] ?? -1)
      if (this.regionKinds[region] === RegionKind.dead) return true
    return false
  }

  /** True if the first node dominates the second one. Both must be in the same function. */
  alwaysBefore(first: number, second: number): boolean {
    return first < second && this.isWithin(this.regionOf[second] ?? -1, this.regionOf[first] ?? -1)
  }

  /** True if a region is `outer` or nested inside it. */
  isWithin(region: number, outer: number): boolean {
    // Nested regions have higher ids than the regions that enclose them.
    let at = region
    while (at > outer) at = this.regionParents[at] ?? -1
    return at === outer
  }

  fileOf(node: number): ProgramFile {
    return lastAtMost(this.files, node, (file) => file.firstNode)
  }

  placeOf(node: number): Place {
    return this.placeAt(this.fileOf(node), this.offsets[node] ?? 0)
  }

  placeAt(file: ProgramFile, offset: number): Place {
    return { path: file.path, ...lineAndColumnOf(file, offset) }
  }
}

const none: readonly number[] = []

function lastAtMost<T>(sorted: readonly T[], value: number, keyOf: (item: T) => number): T {
  let [from, to] = [0, sorted.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    const item = sorted[middle]
    if (item !== undefined && keyOf(item) <= value) from = middle
    else to = middle
  }
  const found = sorted[from]
  if (found === undefined) throw new RangeError('nothing is there')
  return found
}

function usersOf(program: Program): { readonly starts: Int32Array; readonly users: Int32Array } {
  const { nodeCount, operandsAt, operands, ops } = program
  const starts = new Int32Array(nodeCount + 1)
  for (let node = 0; node < nodeCount; node += 1) {
    const { skipped, step, most } = nodeOperands[ops[node] ?? 0] ?? everyOperand
    const first = operandsAt[node] ?? 0
    const to = Math.min(operandsAt[node + 1] ?? 0, first + most)
    for (let at = first + skipped; at < to; at += step) {
      const operand = (operands[at] ?? 0) + 1
      starts[operand] = (starts[operand] ?? 0) + 1
    }
  }
  for (let node = 0; node < nodeCount; node += 1) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const next = starts.slice()
  const users = new Int32Array(starts[nodeCount] ?? 0)
  for (let node = 0; node < nodeCount; node += 1) {
    const { skipped, step, most } = nodeOperands[ops[node] ?? 0] ?? everyOperand
    const first = operandsAt[node] ?? 0
    const to = Math.min(operandsAt[node + 1] ?? 0, first + most)
    for (let at = first + skipped; at < to; at += step) {
      const operand = operands[at] ?? 0
      const place = next[operand] ?? 0
      users[place] = node
      next[operand] = place + 1
    }
  }
  return { starts, users }
}
