/** One row of a comparison: a field, its value for each server in order, and the best servers. */
export interface ComparedField<Value> {
  readonly field: string
  readonly values: readonly Value[]
  /**
   * Indexes of the best servers, starting at 0. Empty if all values are equal or if no value is better than another.
   */
  readonly best: readonly number[]
}

/** Compares one field of several servers. Null means that the field was not measured; it is never best. */
export function compareField<Value extends string | number | boolean | null>(
  field: string,
  values: readonly Value[],
  better: 'higher' | 'lower' | 'neither',
): ComparedField<Value> {
  const numbers = values.filter((value) => typeof value === 'number')
  if (better === 'neither' || new Set(numbers).size < 2) return { field, values, best: [] }
  const best = better === 'higher' ? Math.max(...numbers) : Math.min(...numbers)
  return { field, values, best: values.flatMap((value, place) => (value === best ? [place] : [])) }
}
