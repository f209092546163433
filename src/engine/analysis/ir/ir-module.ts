import { GrowingIntegers } from './growing-array.ts'
import type { SourceLanguage } from '../source-language.ts'
import type { ParameterKind } from './operations.ts'

export interface IrParameter {
  readonly node: number
  readonly kind: ParameterKind
  /** String index of the name, or -1 for a destructuring pattern. */
  readonly name: number
  /**
   * String index of the type annotation, or -1. The text is as written: `number`, `str | None`, `Annotated[str,
   * Field(pattern="^a$")]`.
   */
  readonly annotation: number
}

export interface IrFunction {
  /** String index of the name, or -1. */
  readonly name: number
  /** Index of the enclosing function, or -1 for the module body, which is function 0. */
  readonly parent: number
  /** Bits of `FunctionFlag`. */
  readonly flags: number
  readonly parameters: readonly IrParameter[]
  /** `Self` node, or -1. */
  readonly self: number
  /** `Return` nodes. A function whose body is an expression has one. */
  readonly returns: readonly number[]
  /** Region where control reaches the end of the function without `return`, or -1 if it never does. */
  readonly end: number
  /** Offset in the source text. */
  readonly offset: number
}

export interface IrMember {
  /** String index of the name. */
  readonly key: number
  readonly value: number
  /** Bits of `MemberFlag`. */
  readonly flags: number
}

/** Part of a file that contains another package's code, as bundlers inline it next to the project's own code. */
export interface IrVendoredPart {
  /** Offset in the source text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** Size of the text in UTF-8. */
  readonly bytes: number
  /** String index of the package name. */
  readonly packageName: number
  /** True if the module contains no IR for this part. Its exports are resolved to the package. */
  readonly isLeftOut: boolean
}

export interface IrClass {
  readonly name: number
  /** Nodes of the base classes. */
  readonly bases: readonly number[]
  /** Methods, getters, and static fields. */
  readonly members: readonly IrMember[]
  /**
   * Function that runs when an instance is created: the constructor or `__init__`. -1 if the class has no such
   * function.
   */
  readonly creator: number
  /** Function that initializes fields of `this`, or -1. */
  readonly initializer: number
  /** Names and types of typed fields, as string indexes: dataclasses, pydantic models, annotated fields. */
  readonly fieldTypes: readonly (readonly [number, number])[]
}

/**
 * IR of one file in static single assignment form. The node ids of a function are in execution order. A node may refer
 * to a node of an enclosing function only through `Capture`.
 *
 * Regions represent control dependence. The parent of a region is the enclosing region. Code after an `if` that always
 * exits is in a child of the region that contains the `if`. A region's ancestors are therefore all conditions that hold
 * in it. In one function, a node dominates another if its id is lower and its region encloses or equals the other
 * node's region. The reverse also holds.
 */
export interface IrModule {
  readonly language: SourceLanguage
  readonly strings: readonly string[]
  /** `Op` of each node. */
  readonly ops: Uint8Array
  /** Region of each node. */
  readonly regionOf: Int32Array
  /** Source offset of each node, in UTF-16 code units. */
  readonly offsets: Int32Array
  /** Start of each node's operands. Has one more element than there are nodes. */
  readonly operandsAt: Int32Array
  readonly operands: Int32Array
  /** Parent of each region, or -1 for a function body. */
  readonly regionParents: Int32Array
  /** `RegionKind` of each region. */
  readonly regionKinds: Uint8Array
  /** Condition node of each region, or -1. */
  readonly regionConditions: Int32Array
  readonly regionFunctions: Int32Array
  readonly functions: readonly IrFunction[]
  readonly classes: readonly IrClass[]
  /** Bundled code from other packages, in ascending order, without overlaps. */
  readonly vendored: readonly IrVendoredPart[]
  /** Offset of the start of each line. */
  readonly lineStarts: Int32Array
}

/** Returns the line and column of an offset. Both start at 1. */
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

/** Returns the offset of the start of each line. */
export function lineStartsOf(text: string): Int32Array {
  // Lines are longer than 32 characters on average, so the array rarely has to grow.
  const starts = new GrowingIntegers(64 + (text.length >> 5))
  starts.push(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts.toArray()
}
