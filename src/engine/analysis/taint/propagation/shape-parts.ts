import { mergedShape, type Shape } from '../../schemas/shape.ts'
import type { TaintMask } from '../../taint-kind.ts'

/** Maximum nesting depth of objects to distinguish. */
export const deepest = 4

/** Maximum depth at which shapes are compared. */
export const deepestKey = 8

/** Returns the flag that the copy of a shape keeps. */
export const keptFlag = ({ mergesPrivateFields }: Shape): Pick<Shape, 'mergesPrivateFields'> =>
  mergesPrivateFields === true ? { mergesPrivateFields } : {}

/** Returns a shape without the cleared taint kinds. */
export function narrowed(shape: Shape, cleared: TaintMask, depth: number): Shape {
  const { carries, fields, others } = shape
  if (depth > deepest) return mergedShape(carries & ~cleared, shape)
  return {
    ...keptFlag(shape),
    carries: carries & ~cleared,
    ...(fields && { fields: new Map([...fields].map(([key, field]) => [key, narrowed(field, cleared, depth + 1)])) }),
    ...(others
      ? { others: narrowed(others, cleared, depth + 1) }
      : { others: { ...keptFlag(shape), carries: carries & ~cleared } }),
  }
}

/** Returns a shape without the taint kinds outside the mask. */
export function limitedTo(shape: Shape, mask: TaintMask, depth: number): Shape {
  const { carries, fields, others } = shape
  const left = carries & mask
  if (left === 0) return { carries: left }
  if (depth > deepestKey) return mergedShape(left, shape)
  return {
    ...keptFlag(shape),
    carries: left,
    ...(fields && { fields: new Map([...fields].map(([key, field]) => [key, limitedTo(field, mask, depth + 1)])) }),
    ...(others && { others: limitedTo(others, mask, depth + 1) }),
  }
}

/** Returns a shape truncated to a number of levels. */
export function shallow(shape: Shape, levels: number): Shape {
  const { carries, fields, others } = shape
  if (levels <= 1) return mergedShape(carries, shape)
  return {
    ...keptFlag(shape),
    carries,
    ...(fields && { fields: new Map([...fields].map(([key, field]) => [key, shallow(field, levels - 1)])) }),
    ...(others && { others: shallow(others, levels - 1) }),
  }
}

/** Returns the number of levels of a shape. A recursive shape counts as one level. */
export const depthOf = (shape: Shape): number =>
  1 +
  Math.max(
    0,
    ...[...(shape.fields?.values() ?? []), ...(shape.others ? [shape.others] : [])].map((one) =>
      one === shape ? 0 : depthOf(one),
    ),
  )

/** Adds the names of a shape's fields, and of their fields. */
export function addNames({ fields, others }: Shape, names: Set<string>, depth: number): void {
  if (depth > deepest) return
  for (const [key, field] of fields ?? []) {
    names.add(key)
    addNames(field, names, depth + 1)
  }
  if (others) addNames(others, names, depth + 1)
}
