import type { Variable } from './variable.ts'

/** Returns the phi operands for a value and its region, or an empty list if there is no value. */
export function valueAt(value: number | undefined, region: number): readonly number[] {
  return value === undefined || value < 0 ? [] : [value, region]
}

/** Appends values to a variable's list. */
export function append(into: Map<Variable, number[]>, variable: Variable, ...values: readonly number[]): void {
  const known = into.get(variable)
  if (known) known.push(...values)
  else into.set(variable, [...values])
}
