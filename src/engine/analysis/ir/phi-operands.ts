import type { Variable } from './variable.ts'

/** An operand of a phi with its region; nothing for no value. */
export function valueAt(value: number | undefined, region: number): readonly number[] {
  return value === undefined || value < 0 ? [] : [value, region]
}

/** Adds values of a variable to those that it has in a map. */
export function append(into: Map<Variable, number[]>, variable: Variable, ...values: readonly number[]): void {
  const known = into.get(variable)
  if (known) known.push(...values)
  else into.set(variable, [...values])
}
