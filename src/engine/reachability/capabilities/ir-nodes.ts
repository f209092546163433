import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { LiteralKind, Op, RegionKind } from '../../analysis/ir/operations.ts'

/** Maximum length of a constant that is assembled from parts, in characters. Module names are shorter. */
const maxConstantCharacters = 200
/** Maximum number of parts of an assembled constant. */
const maxConstantParts = 16

/** Read access to the nodes of a module. */
export class IrNodes {
  readonly #unit: IrModule

  constructor(unit: IrModule) {
    this.#unit = unit
  }

  get count(): number {
    return this.#unit.ops.length
  }

  op(node: number): Op | undefined {
    return this.#unit.ops[node] as Op | undefined
  }

  offset(node: number): number {
    return this.#unit.offsets[node] ?? 0
  }

  operandCount(node: number): number {
    return (this.#unit.operandsAt[node + 1] ?? 0) - (this.#unit.operandsAt[node] ?? 0)
  }

  /** Returns a raw operand, or -1 if it is missing. */
  operand(node: number, index: number): number {
    return index < this.operandCount(node)
      ? (this.#unit.operands[(this.#unit.operandsAt[node] ?? 0) + index] ?? -1)
      : -1
  }

  /** Returns the text of a string operand. */
  text(node: number, index: number): string {
    return this.#unit.strings[this.operand(node, index)] ?? ''
  }

  /** Returns the kind of a literal, or undefined for other nodes. */
  literalKind(node: number): LiteralKind | undefined {
    return this.op(node) === Op.Literal ? (this.operand(node, 0) as LiteralKind) : undefined
  }

  /** Returns a constant string, also if the code assembles it from constant parts. Undefined for other nodes. */
  constantText(node: number): string | undefined {
    if (this.literalKind(node) === LiteralKind.string) return this.text(node, 1)
    if (this.op(node) !== Op.Concat || this.operandCount(node) > maxConstantParts) return undefined
    let assembled = ''
    for (let at = 0; at < this.operandCount(node); at += 1) {
      const part = this.operand(node, at)
      if (this.literalKind(part) !== LiteralKind.string) return undefined
      assembled += this.text(part, 1)
      if (assembled.length > maxConstantCharacters) return undefined
    }
    return assembled
  }

  /** Returns the node of a positional argument of a call, or of the keyword argument with this name. -1 if absent. */
  argument(call: number, position: number, keyword?: string): number {
    let at = 0
    for (let index = 1; index < this.operandCount(call); index += 1) {
      const node = this.operand(call, index)
      const op = this.op(node)
      if (op === Op.Spread || op === Op.SpreadKeywords) return -1
      if (op === Op.Keyword) {
        if (keyword !== undefined && this.text(node, 0) === keyword) return this.operand(node, 1)
      } else if (at === position) return node
      else at += 1
    }
    return -1
  }
}

/** Returns for each region whether its code is unreachable. */
export function deadRegions({ regionKinds, regionParents }: IrModule): Uint8Array {
  const dead = new Uint8Array(regionKinds.length)
  for (let region = 0; region < dead.length; region += 1)
    // Nested regions have higher ids than the regions that enclose them.
    if (regionKinds[region] === RegionKind.dead || dead[regionParents[region] ?? -1] === 1) dead[region] = 1
  return dead
}
