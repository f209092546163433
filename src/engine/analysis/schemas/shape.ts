import { dataflowLimits } from '../dataflow-limits.ts'
import { allKinds, maskOf, type TaintMask } from '../taint-kind.ts'

/**
 * What a schema leaves possible in a value: a number or a word of an enumeration carries nothing that does harm, a
 * string may carry everything.
 */
export interface Shape {
  /** What the value itself, or the text made of it, may carry. */
  readonly carries: TaintMask
  /** Of an object: its fields. A field that is not here has the shape of `others`. */
  readonly fields?: ReadonlyMap<string, Shape>
  /** Of an object: fields not named; of a list: its elements. Undefined: everything is possible. */
  readonly others?: Shape
  /** Functions that a schema calls with the value and that may reject it, such as the argument of `refine`. */
  readonly refinements?: readonly Refinement[]
  /**
   * What comes out may be another value than what went in, which then has any shape: `catch`, `preprocess`, `coerce`.
   */
  readonly isReplaced?: boolean
  /** A text, and neither a list nor an object. */
  readonly isText?: boolean
}

/** A function that a schema calls with a value. */
export interface Refinement {
  /** The node of the function. */
  readonly function: number
  /** Which of its parameters is the value. */
  readonly parameter: number
  /**
   * When the value passes: where the function gives something true, where it complains to nobody (`context.addIssue`),
   * or where it does not throw; what it returns then takes the place of the value.
   */
  readonly passes: 'true' | 'untold' | 'ends'
}

/** Anything at all. */
export const anyShape: Shape = { carries: allKinds }

/** Any text, which is no object that a database could read as an operator. */
export const anyTextShape: Shape = { carries: allKinds & ~maskOf('condition'), isText: true }

/** Texts under any keys. */
export const textsShape: Shape = { carries: anyTextShape.carries, others: anyTextShape }

/** Nothing that does harm: numbers, booleans, constants. */
export const harmlessShape: Shape = { carries: 0, others: { carries: 0 } }

/** The shape of a field, element or item; `undefined` stands for a key that is not known. */
export function shapeAt(shape: Shape, key: string | undefined): Shape {
  const field = key === undefined ? undefined : shape.fields?.get(key)
  if (field) return field
  // Which field it is decides whoever chooses the key: it may be any of them.
  if (key === undefined && shape.fields) return [...shape.fields.values()].reduce(eitherShape, othersOf(shape))
  if (shape.others) return shape.others
  return unknownPart(shape)
}

/** Returns the shape of a part that no schema describes. A text contains no objects. */
function unknownPart({ carries, isText }: Shape): Shape {
  if (carries === 0) return harmlessShape
  if ((carries & maskOf('condition')) !== 0) return anyShape
  return isText === true ? anyTextShape : { carries: anyTextShape.carries }
}

/** The shape of an object with these fields; whatever is in them is in the text that is made of it. */
export function objectShape(fields: ReadonlyMap<string, Shape>, others: Shape): Shape {
  let { carries } = others
  for (const field of fields.values()) carries |= field.carries
  return { carries, fields, others }
}

/** The shape of a list, or of an object with any keys, with these elements. */
export function listShape(elements: Shape): Shape {
  return { carries: elements.carries, others: elements }
}

/** The shape of a value that has one of two shapes. */
export function eitherShape(one: Shape, other: Shape): Shape {
  return replacedAs(eitherOf(one, other), one, other)
}

function eitherOf(one: Shape, other: Shape): Shape {
  if (one === other || (other.carries === 0 && !other.fields)) return one
  if (one.carries === 0 && !one.fields) return other
  if ((!one.fields && !one.others) || (!other.fields && !other.others)) return { carries: one.carries | other.carries }
  const fields = new Map<string, Shape>()
  for (const key of new Set([...(one.fields?.keys() ?? []), ...(other.fields?.keys() ?? [])]))
    fields.set(key, eitherShape(shapeAt(one, key), shapeAt(other, key)))
  return { carries: one.carries | other.carries, fields, others: eitherShape(othersOf(one), othersOf(other)) }
}

/**
 * The shape of a value that has both shapes, as `allOf` and `extend` make it; a field that one of them does not name is
 * the other's.
 */
export function bothShapes(one: Shape, other: Shape): Shape {
  return replacedAs(bothOf(one, other), one, other)
}

function bothOf(one: Shape, other: Shape): Shape {
  if (!one.fields || !other.fields)
    return one.fields ? one : other.fields ? other : { ...one, ...other, carries: one.carries & other.carries }
  return objectShape(new Map([...one.fields, ...other.fields]), eitherShape(othersOf(one), othersOf(other)))
}

/** What an object with such a shape has in fields without a shape of their own. */
export function othersOf(shape: Shape): Shape {
  return shape.others ?? unknownPart(shape)
}

/** The shape of a text that may carry some kinds of harm. */
export function textShape(carries: TaintMask): Shape {
  if (carries === 0) return harmlessShape
  return carries === allKinds ? anyShape : carries === anyTextShape.carries ? anyTextShape : { carries, isText: true }
}

/** A shape of which only some kinds of harm are left. */
export function narrowedShape(shape: Shape, mask: TaintMask): Shape {
  return (shape.carries & mask) === 0 ? replacedAs(harmlessShape, shape) : { ...shape, carries: shape.carries & mask }
}

/** A shape of what may be another value than what went in. */
export const replacedShape = (shape: Shape): Shape => ({ ...shape, isReplaced: true })

const replacedAs = (shape: Shape, ...of: readonly Shape[]): Shape =>
  shape.isReplaced !== true && of.some(({ isReplaced }) => isReplaced === true) ? replacedShape(shape) : shape

/**
 * The shape of what went in, where the shape of what comes out is known: anything in the place of what may have been
 * replaced.
 */
export function shapeBefore(shape: Shape, depth = 0): Shape {
  if (shape.isReplaced === true) return anyShape
  if (depth > dataflowLimits.maxSchemaDepth) return anyShape
  if (!shape.fields) {
    const others = shape.others && shapeBefore(shape.others, depth + 1)
    return others ? { carries: shape.carries | others.carries, others } : shape
  }
  return objectShape(
    new Map([...shape.fields].map(([key, field]) => [key, shapeBefore(field, depth + 1)])),
    shapeBefore(othersOf(shape), depth + 1),
  )
}

/** An object's shape with others in place of the fields that it does not name. */
export function openShape(shape: Shape, others: Shape): Shape {
  return shape.fields ? objectShape(shape.fields, others) : shape
}
