import { GrowingIntegers } from './growing-array.ts'
import type { SourceLanguage } from '../source-language.ts'
import type { ParameterKind } from './operations.ts'

export interface IrParameter {
  /** Its `Parameter` node. */
  readonly node: number
  readonly kind: ParameterKind
  /** Index of its name's string, −1 for a pattern. */
  readonly name: number
  /**
   * Index of the text of its type, −1 without; the text is as written, `number`, `str | None`,
   * `Annotated[str, Field(pattern="^a$")]`.
   */
  readonly annotation: number
}

export interface IrFunction {
  /** Index of its name's string, −1 without. */
  readonly name: number
  /** The function around it; −1 for the module, which is function 0. */
  readonly parent: number
  /** Bits of `FunctionFlag`. */
  readonly flags: number
  readonly parameters: readonly IrParameter[]
  /** Its `Self` node, −1 without. */
  readonly self: number
  /** Its `Return` nodes. A function whose body is an expression has one. */
  readonly returns: readonly number[]
  /** Region in which it ends without `return`; −1 where that cannot be. */
  readonly end: number
  /** Offset of its text. */
  readonly offset: number
}

export interface IrMember {
  /** Index of its name's string. */
  readonly key: number
  readonly value: number
  /** Bits of `MemberFlag`. */
  readonly flags: number
}

/** A part of a file that bears the name of another package, as bundlers put it beside a project's own code. */
export interface IrVendoredPart {
  /** Offsets of its text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** Of its text in UTF-8. */
  readonly bytes: number
  /** Index of the package's name. */
  readonly packageName: number
  /** Nothing of it is in the unit: what it exports is taken for the package's. */
  readonly isLeftOut: boolean
}

export interface IrClass {
  readonly name: number
  /** Nodes of its base classes. */
  readonly bases: readonly number[]
  /** Methods, getters, static fields. */
  readonly members: readonly IrMember[]
  /** Function that runs when an instance is made: the constructor or `__init__`; −1 without. */
  readonly creator: number
  /** Function that stores the initial values of fields in `this`; −1 without. */
  readonly initializer: number
  /** Field names with a claimed type, `[S name, S type]`: dataclasses, pydantic models, typed fields. */
  readonly fieldTypes: readonly (readonly [number, number])[]
}

/**
 * One file in the intermediate form: a graph of values in static single assignment. Nodes of a function have ids in the
 * order in which they run. A node may name a node of an enclosing function only through `Capture`.
 *
 * Regions say what holds where: each is the child of the one around it, and what follows an `if` that always leaves is
 * a child of the region that the `if` stands in. So a region's ancestors are all conditions that hold in it, and a node
 * is always run before another one of the same function exactly if its region is the other's or an ancestor of it, and
 * its id is less.
 */
export interface IrModule {
  readonly language: SourceLanguage
  readonly strings: readonly string[]
  /** By node: an `Op`. */
  readonly ops: Uint8Array
  /** By node: its region. */
  readonly regionOf: Int32Array
  /** By node: offset of its text, in UTF-16 units. */
  readonly offsets: Int32Array
  /** By node, and one more: where its operands begin. */
  readonly operandsAt: Int32Array
  readonly operands: Int32Array
  /** By region: the one around it, −1 for a function's body. */
  readonly regionParents: Int32Array
  /** By region: a `RegionKind`. */
  readonly regionKinds: Uint8Array
  /** By region: the condition's node, −1 without. */
  readonly regionConditions: Int32Array
  /** By region: its function. */
  readonly regionFunctions: Int32Array
  readonly functions: readonly IrFunction[]
  readonly classes: readonly IrClass[]
  /** Other packages' code, ascending; parts do not overlap. */
  readonly vendored: readonly IrVendoredPart[]
  /** Offset at which each line begins. */
  readonly lineStarts: Int32Array
}

/** Line and column of an offset, from 1. */
export function lineAndColumnOf(
  { lineStarts }: Pick<IrModule, 'lineStarts'>,
  offset: number,
): { readonly line: number; readonly column: number } {
  let [from, to] = [0, lineStarts.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if ((lineStarts[middle] ?? 0) <= offset) from = middle
    else to = middle
  }
  return { line: from + 1, column: offset - (lineStarts[from] ?? 0) + 1 }
}

/** Where each line of a text begins. */
export function lineStartsOf(text: string): Int32Array {
  // Lines are longer than this on the average: few texts need more room.
  const starts = new GrowingIntegers(64 + (text.length >> 5))
  starts.push(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts.toArray()
}
