import { Op } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { NamedReach, SecretRead } from './sink.ts'

interface Linked {
  readonly program: Program
  readonly references: FoundReferences
}

/** Maximum number of values followed from a single read, and from all reads in a program. */
const bounds = { ofRead: 400, all: 20_000 }

/** Matches names of environment variables. Other strings may be values instead of names. */
const variableName = /^[A-Za-z_]\w{0,99}$/

/** Operations whose result is or contains one of their operands. */
const carrying: ReadonlySet<number> = new Set([
  Op.Capture,
  Op.Cell,
  Op.Phi,
  Op.Typed,
  Op.Await,
  Op.Logical,
  Op.Concat,
  Op.Property,
  Op.ObjectOf,
  Op.ArrayOf,
  Op.Keyword,
])

/**
 * Returns the reads of secrets, and uses of these secrets in other functions through a module constant or a client
 * created with the secret. `isCut` is true if there may be more.
 */
export function secretReaches(
  known: Linked,
  reads: readonly SecretRead[],
): { readonly reaches: readonly NamedReach[]; readonly isCut: boolean } {
  const found: NamedReach[] = []
  let left = bounds.all
  for (const { node: read, name } of reads) {
    if (!variableName.test(name)) continue
    if (left <= 0) return { reaches: found, isCut: true }
    found.push({ kind: 'secret', name, node: read, origin: read })
    const reached = followed(known, read, Math.min(left, bounds.ofRead))
    left -= reached.length
    const { program } = known
    for (const node of reached)
      if (program.functionOf(node) !== program.functionOf(read))
        found.push({ kind: 'secret', name, node, origin: read })
  }
  return { reaches: found, isCut: false }
}

function followed({ program, references }: Linked, read: number, most: number): readonly number[] {
  const seen = new Set([read])
  const waiting = [read]
  const enter = (node: number) => {
    if (seen.has(node) || seen.size > most) return
    seen.add(node)
    waiting.push(node)
  }
  for (let at = 0; at < waiting.length; at += 1) {
    const node = waiting[at] ?? -1
    // Attribute nodes are numbered after the program's nodes. They have heap edges but no users.
    for (const next of references.heapEdges(node)) enter(next)
    if (node >= program.nodeCount) continue
    for (const user of program.users(node)) {
      const op = program.op(user)
      const isMade = (op === Op.Call || op === Op.New) && program.operand(user, 0) !== node
      // Only calls to external code, because reads inside the program's own functions are found separately.
      if (carrying.has(op) || (isMade && isOutside(user) && references.callees(user).length === 0)) enter(user)
    }
  }
  return waiting.filter((node) => node < program.nodeCount)

  /** Reports whether a call is at the top level of a module. */
  function isOutside(call: number): boolean {
    return (program.functions[program.functionOf(call)]?.parent ?? -1) < 0
  }
}
