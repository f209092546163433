import { opCount } from '../ir/operand-counts.ts'
import { Op } from '../ir/operations.ts'

/** Index of the operand that is a node's lookup string, by operation. Other operations have no lookup string. */
const namedAt: Readonly<Partial<Record<Op, number>>> = {
  [Op.Literal]: 1,
  [Op.Load]: 1,
  [Op.Store]: 1,
  [Op.Property]: 0,
  [Op.Keyword]: 0,
}

/** Node columns of a program. */
export interface IndexedNodes {
  readonly ops: Uint8Array
  readonly operands: Int32Array
  readonly operandsAt: Int32Array
  readonly strings: readonly string[]
  readonly nodeCount: number
}

/**
 * Indexes program nodes by operation and by name, so that callers do not loop over all nodes. A third of the CPU time
 * for the taint analysis of 33 packages was JIT compilation, mostly of such loops.
 */
export class NodeIndex {
  readonly #program: IndexedNodes
  readonly #byOperation: Groups
  #byString: Groups | undefined

  constructor(program: IndexedNodes) {
    this.#program = program
    this.#byOperation = grouped(new Int32Array(program.ops), opCount)
  }

  /** Returns the nodes with this operation, in ascending order. */
  of(op: Op): Int32Array {
    return groupOf(this.#byOperation, op)
  }

  /** Returns the nodes with any of these operations, in ascending order. */
  ofAny(...ops: readonly Op[]): Int32Array {
    const lists = ops.map((op) => this.of(op))
    const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const list of lists) {
      all.set(list, at)
      at += list.length
    }
    return all.sort()
  }

  /**
   * Returns the literals with this text, loads and stores of this attribute, and properties and keyword arguments with
   * this name, in ascending order. `string` is a string index; -1 returns an empty list.
   */
  naming(string: number): Int32Array {
    if (string < 0) return none
    this.#byString ??= this.#namesOf()
    return groupOf(this.#byString, string)
  }

  #namesOf(): Groups {
    const program = this.#program
    const { ops, operands, operandsAt, strings } = program
    const places = new Int8Array(opCount).fill(-1)
    for (const [op, at] of Object.entries(namedAt)) places[Number(op)] = at
    const named = new Int32Array(program.nodeCount)
    for (let node = 0; node < named.length; node += 1) {
      const place = places[ops[node] ?? 0] ?? -1
      named[node] = place < 0 ? strings.length : (operands[(operandsAt[node] ?? 0) + place] ?? strings.length)
    }
    return grouped(named, strings.length + 1)
  }
}

const none = new Int32Array(0)

/** Members sorted by group, and the start of each group. */
interface Groups {
  readonly starts: Int32Array
  readonly members: Int32Array
}

/** `found` maps each member to its group. */
function grouped(found: Int32Array, groups: number): Groups {
  const starts = new Int32Array(groups + 1)
  for (let member = 0; member < found.length; member += 1) {
    const group = found[member] ?? 0
    starts[group + 1] = (starts[group + 1] ?? 0) + 1
  }
  for (let group = 0; group < groups; group += 1) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0)
  const next = starts.slice()
  const members = new Int32Array(found.length)
  for (let member = 0; member < found.length; member += 1) {
    const group = found[member] ?? 0
    const at = next[group] ?? 0
    members[at] = member
    next[group] = at + 1
  }
  return { starts, members }
}

function groupOf({ starts, members }: Groups, group: number): Int32Array {
  return members.subarray(starts[group], starts[group + 1])
}
