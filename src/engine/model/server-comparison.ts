/** One row of a comparison: a field, its value at each server in their order, and who does best. */
export interface ComparedField<Value> {
  readonly field: string
  readonly values: readonly Value[]
  /**
   * Places of the servers that do best, from 0; none where nothing is better than the other, or it is not a question of
   * better.
   */
  readonly best: readonly number[]
}

/** Puts a field of several servers side by side. A null was not measured: it is neither best nor worse. */
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
