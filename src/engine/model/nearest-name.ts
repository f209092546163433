/** Maximum number of characters of a name to compare, because variables and arguments can be arbitrarily long. */
const maxCompared = 100

/** Maximum number of edits between a misspelled name and the intended one. */
const maxEdits = 3

/**
 * Returns the candidate that `name` most likely misspells, or undefined if none is similar. A candidate is similar if
 * at most one edit per three characters, and at most three edits, turn `name` into it. It is also similar if it is the
 * only one that starts with `name`. Case does not matter.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const typed = name.toLowerCase().slice(0, maxCompared)
  const limit = Math.min(maxEdits, Math.ceil(typed.length / 3))
  const [nearest] = candidates
    .map((candidate) => ({ candidate, edits: editDistance(typed, candidate.toLowerCase().slice(0, maxCompared)) }))
    .filter(({ candidate, edits }) => edits <= limit && edits < candidate.length)
    .sort((left, right) => left.edits - right.edits)
  if (nearest) return nearest.candidate
  const continued = candidates.filter((candidate) => typed.length >= 3 && candidate.toLowerCase().startsWith(typed))
  return continued.length === 1 ? continued[0] : undefined
}

/**
 * Counts the characters to insert, delete, replace, or swap with their neighbor to turn one name into the other
 * (optimal string alignment). Takes time proportional to the product of both lengths.
 */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
