import { dataflowLimits } from '../dataflow-limits.ts'
import { isPrivateName } from '../ir/private-name.ts'
import { allKinds, maskOf, type TaintMask } from '../taint-kind.ts'

/** Constraint on the values accepted by a schema. Numbers and enum members carry no taint; strings may carry any. */
export interface Shape {
  /** Taint kinds that the value, or its text representation, may carry. */
  readonly carries: TaintMask
  /** Object fields. Other fields have the shape in `others`. */
  readonly fields?: ReadonlyMap<string, Shape>
  /** Shape of an object's other fields, or of a list's elements. If undefined, they are unconstrained. */
  readonly others?: Shape
  /** Functions that may reject the value, such as the argument of `refine`. */
  readonly refinements?: readonly Refinement[]
  /** True if the result may differ from the input, which is then unconstrained: `catch`, `preprocess`, `coerce`. */
  readonly isReplaced?: boolean
  /** True for text, which is neither a list nor an object. */
  readonly isText?: boolean
  /** True if the value, or a part of it, may be an instance whose private fields are no longer distinguished. */
  readonly mergesPrivateFields?: boolean
}

/** A function that a schema calls with the value. */
export interface Refinement {
  readonly function: number
  /** Index of the parameter that receives the value. */
  readonly parameter: number
  /**
   * When the value passes: `true` if the function returns a truthy value, `untold` if it reports no issue
   * (`context.addIssue`), `ends` if it does not throw. For `ends`, the function's result replaces the value.
   */
  readonly passes: 'true' | 'untold' | 'ends'
}

export const anyShape: Shape = { carries: allKinds }

/** Any string. It cannot be an object that a database interprets as an operator. */
export const anyTextShape: Shape = { carries: allKinds & ~maskOf('condition'), isText: true }

/** An object or list with any keys whose values are strings. */
export const textsShape: Shape = { carries: anyTextShape.carries, others: anyTextShape }

/** Harmless values: numbers, booleans, constants. */
export const harmlessShape: Shape = { carries: 0, others: { carries: 0 } }

/** Returns the shape of a field, element, or item. If `key` is undefined, the key is unknown. */
export function shapeAt(shape: Shape, key: string | undefined): Shape {
  const field = key === undefined ? undefined : shape.fields?.get(key)
  if (field) return field
  // If the key is untrusted, the field may be any of them.
  if (key === undefined && shape.fields) return [...shape.fields.values()].reduce(eitherShape, othersOf(shape))
  if (shape.others) return shape.others
  return unknownPart(shape)
}

/** Returns the shape of a part not described by any schema. A string contains no objects. */
function unknownPart({ carries, isText, mergesPrivateFields }: Shape): Shape {
  if (carries === 0) return harmlessShape
  if (mergesPrivateFields === true) return { carries: anyShape.carries, mergesPrivateFields }
  if ((carries & maskOf('condition')) !== 0) return anyShape
  return isText === true ? anyTextShape : { carries: anyTextShape.carries }
}

/** Returns a shape of the same taint kinds whose parts are no longer distinguished. */
export function mergedShape(carries: TaintMask, ...of: readonly Shape[]): Shape {
  return of.some(holdsPrivateField) ? { carries, mergesPrivateFields: true } : { carries }
}

/** Answers of `holdsPrivateField`. */
const holding = new WeakMap<Shape, boolean>()

/** Reports whether a part at any depth is a tainted private field. Visits each part once, also in a recursive shape. */
function holdsPrivateField(shape: Shape): boolean {
  const known = holding.get(shape)
  if (known !== undefined) return known
  const parts = new Set([shape])
  let isHolding = false
  for (const { fields, others, mergesPrivateFields } of parts) {
    isHolding ||= mergesPrivateFields === true
    for (const [key, field] of fields ?? []) {
      isHolding ||= isPrivateName(key) && field.carries !== 0
      parts.add(field)
    }
    if (others) parts.add(others)
    if (isHolding) break
  }
  holding.set(shape, isHolding)
  return isHolding
}

/** Returns the shape of an object with these fields. Its text representation contains the text of all fields. */
export function objectShape(fields: ReadonlyMap<string, Shape>, others: Shape): Shape {
  let { carries } = others
  for (const field of fields.values()) carries |= field.carries
  return { carries, fields, others }
}

/** Returns the shape of a list, or of an object with any keys, whose elements have this shape. */
export function listShape(elements: Shape): Shape {
  return { carries: elements.carries, others: elements }
}

/** Returns the shape of a value that has one of two shapes. */
export function eitherShape(one: Shape, other: Shape): Shape {
  return replacedAs(eitherOf(one, other), one, other)
}

function eitherOf(one: Shape, other: Shape): Shape {
  if (one === other || (other.carries === 0 && !other.fields)) return one
  if (one.carries === 0 && !one.fields) return other
  if ((!one.fields && !one.others) || (!other.fields && !other.others))
    return mergedShape(one.carries | other.carries, one, other)
  const fields = new Map<string, Shape>()
  for (const key of new Set([...(one.fields?.keys() ?? []), ...(other.fields?.keys() ?? [])]))
    fields.set(key, eitherShape(shapeAt(one, key), shapeAt(other, key)))
  return {
    ...(one.mergesPrivateFields === true || other.mergesPrivateFields === true ? { mergesPrivateFields: true } : {}),
    carries: one.carries | other.carries,
    fields,
    others: eitherShape(othersOf(one), othersOf(other)),
  }
}

/**
 * Returns the shape of a value that has both shapes, as `allOf` and `extend` create it. A field named in only one of
 * the shapes has the shape given there.
 */
export function bothShapes(one: Shape, other: Shape): Shape {
  return replacedAs(bothOf(one, other), one, other)
}

function bothOf(one: Shape, other: Shape): Shape {
  if (!one.fields || !other.fields)
    return one.fields ? one : other.fields ? other : { ...one, ...other, carries: one.carries & other.carries }
  return objectShape(new Map([...one.fields, ...other.fields]), eitherShape(othersOf(one), othersOf(other)))
}

/** Returns the shape of fields that are not listed. */
export function othersOf(shape: Shape): Shape {
  return shape.others ?? unknownPart(shape)
}

/** Returns the shape of a string that may carry these taint kinds. */
export function textShape(carries: TaintMask): Shape {
  if (carries === 0) return harmlessShape
  return carries === allKinds ? anyShape : carries === anyTextShape.carries ? anyTextShape : { carries, isText: true }
}

/** Returns the shape without the taint kinds outside the mask. */
export function narrowedShape(shape: Shape, mask: TaintMask): Shape {
  return (shape.carries & mask) === 0 ? replacedAs(harmlessShape, shape) : { ...shape, carries: shape.carries & mask }
}

/** Returns the shape of a result that may differ from the input. */
export const replacedShape = (shape: Shape): Shape => ({ ...shape, isReplaced: true })

const replacedAs = (shape: Shape, ...of: readonly Shape[]): Shape =>
  shape.isReplaced !== true && of.some(({ isReplaced }) => isReplaced === true) ? replacedShape(shape) : shape

/** Returns the input shape that corresponds to a result shape. Parts that may have been replaced are unconstrained. */
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

/** Returns the shape of an object whose unlisted fields have a different shape. */
export function openShape(shape: Shape, others: Shape): Shape {
  return shape.fields ? objectShape(shape.fields, others) : shape
}
