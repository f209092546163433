import type { GrowingIntegers } from './growing-array.ts'

/** Node operands while a module is built. */
export interface BuiltOperands {
  /** Start of each node's operands. */
  readonly places: GrowingIntegers
  readonly operands: Int32Array
  /** Operands that were set later, for nodes created without operands. */
  readonly later: ReadonlyMap<number, readonly number[]>
}

/** Returns the start of each node's operands and all operands, including those that were set later. */
export function flattenOperands({ places, operands: made, later }: BuiltOperands): [Int32Array, Int32Array] {
  const nodes = places.length
  let added = 0
  for (const operands of later.values()) added += operands.length
  const starts = new Int32Array(nodes + 1)
  const flat = new Int32Array(made.length + added)
  let length = 0
  let copied = 0
  // Nodes that are completed later were created without operands.
  for (const node of [...later.keys()].sort((a, b) => a - b)) {
    const place = places.get(node)
    flat.set(made.subarray(copied, place), length)
    length += place - copied
    copied = place
    const operands = later.get(node) ?? []
    flat.set(operands, length)
    length += operands.length
  }
  flat.set(made.subarray(copied), length)
  let shift = 0
  for (let node = 0; node < nodes; node += 1) {
    starts[node] = places.get(node) + shift
    const next = node + 1 < nodes ? places.get(node + 1) : made.length
    if (next === places.get(node)) shift += later.get(node)?.length ?? 0
  }
  starts[nodes] = flat.length
  return [starts, flat]
}
