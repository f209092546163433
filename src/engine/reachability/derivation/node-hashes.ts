import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { OperandKind, operandKind } from '../../analysis/program/operand-kinds.ts'
import { Hasher, hashText } from './hasher.ts'
import type { StableText } from './stable-text.ts'

/** Hashes of the nodes and regions of a module. */
export interface NodeHashes {
  /**
   * Hash of each node's operation, constants, keys, and operands. Independent of names of variables, of positions, and
   * of other functions.
   */
  readonly nodes: Float64Array
  /** Hash of each region's conditions, including those of the enclosing regions. */
  readonly regions: Float64Array
}

/** Hash of a value that is computed later, in a loop. */
const later = 1

export function hashNodes(unit: IrModule, stable: StableText): NodeHashes {
  const nodes = new Float64Array(unit.ops.length)
  const texts = new Map<string, number>()
  const textHash = (index: number, kind: 'key' | 'literal' | 'specifier'): number => {
    const key = `${kind}${index}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = unit.strings[index] ?? ''
    const hash = hashText(
      kind === 'key' ? text : kind === 'literal' ? stable.ofLiteral(text) : stable.ofSpecifier(text),
    )
    texts.set(key, hash)
    return hash
  }

  for (let node = 0; node < nodes.length; node += 1) nodes[node] = hashOf(node)
  return { nodes, regions: hashRegions(unit, nodes) }

  function hashOf(node: number): number {
    const op = unit.ops[node] as Op
    const start = unit.operandsAt[node] ?? 0
    const end = unit.operandsAt[node + 1] ?? 0
    const first = unit.operands[start] ?? 0
    // The references of a function are compared separately, because names of variables change in minified code.
    if (op === Op.Capture || op === Op.Closure || op === Op.Class) return new Hasher().add(op).value()
    // Types have no effect at run time.
    if (op === Op.Typed) return nodes[first] ?? later
    const hasher = new Hasher().add(op)
    for (let at = start; at < end; at += 1) {
      const operand = unit.operands[at] ?? 0
      const kind = operandKind(op, at - start)
      if (kind === OperandKind.string) hasher.addHash(textHash(operand, textKind(op, at - start, first)))
      else if (kind === OperandKind.node) {
        // A table of functions changes only through its functions.
        if (op === Op.ObjectOf && holdsFunction(unit, operand)) continue
        hasher.addHash(operand < node ? (nodes[operand] ?? later) : later)
      } else hasher.add(kind === OperandKind.region ? (unit.regionKinds[operand] ?? 0) : operand)
    }
    return hasher.value()
  }
}

function textKind(op: Op, index: number, literalKind: number): 'key' | 'literal' | 'specifier' {
  if (op === Op.Literal) return literalKind === LiteralKind.string ? 'literal' : 'key'
  return (op === Op.Import && index === 0) || op === Op.ExportAll ? 'specifier' : 'key'
}

/** True for an object literal's property that holds a function or class. */
function holdsFunction(unit: IrModule, node: number): boolean {
  if (unit.ops[node] !== Op.Property) return false
  const op = unit.ops[unit.operands[(unit.operandsAt[node] ?? 0) + 1] ?? -1]
  return op === Op.Closure || op === Op.Class || op === Op.Capture
}

function hashRegions(unit: IrModule, nodes: Float64Array): Float64Array {
  const regions = new Float64Array(unit.regionKinds.length)
  for (let region = 0; region < regions.length; region += 1) {
    const [parent, condition] = [unit.regionParents[region] ?? -1, unit.regionConditions[region] ?? -1]
    regions[region] = new Hasher()
      .add(unit.regionKinds[region] ?? 0)
      .addHash(condition < 0 ? 0 : (nodes[condition] ?? 0))
      .addHash(parent < 0 ? 0 : (regions[parent] ?? 0))
      .value()
  }
  return regions
}
