import { opCount } from '../ir/operand-counts.ts'
import { Op } from '../ir/operations.ts'

/** By operation: which of its operands is the string that it is looked up by; none of the others has any. */
const namedAt: Readonly<Partial<Record<Op, number>>> = {
  [Op.Literal]: 1,
  [Op.Load]: 1,
  [Op.Store]: 1,
  [Op.Property]: 0,
  [Op.Keyword]: 0,
}

/** The nodes of a program, as `Program` holds them. */
export interface IndexedNodes {
  readonly ops: Uint8Array
  readonly operands: Int32Array
  readonly operandsAt: Int32Array
  readonly strings: readonly string[]
  readonly nodeCount: number
}

/**
 * Nodes of a program by their operation, and by the string that they name: who wants a few of them need not look at
 * all. A third of the processor time of following data through 33 packages goes to compiling what does it, most of all
 * such loops over all nodes.
 */
export class NodeIndex {
  readonly #program: IndexedNodes
  readonly #byOperation: Groups
  #byString: Groups | undefined

  constructor(program: IndexedNodes) {
    this.#program = program
    this.#byOperation = grouped(new Int32Array(program.ops), opCount)
  }

  /** Nodes of one operation, ascending. */
  of(op: Op): Int32Array {
    return groupOf(this.#byOperation, op)
  }

  /** Nodes of any of these operations, ascending. */
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
   * Literals with this text, reads and stores of this attribute, properties and arguments of this name, ascending;
   * `string` is its index, −1 for none.
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

/** Numbers from 0 on by their group, one group after the other, and where each begins. */
interface Groups {
  readonly starts: Int32Array
  readonly members: Int32Array
}

/** `found`: by member its group. */
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
