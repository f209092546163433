/** Variables that the documentation uses in examples for clients and receivers; the service itself ignores them. */
const clientNames: ReadonlySet<string> = new Set(['ASSAY_KEY', 'ASSAY_URL', 'ASSAY_WEBHOOK_SECRET'])

/** One sentence for each variable that begins like a setting of ours and is none: probably a typing error. */
export function unknownSettings(names: readonly string[], known: readonly string[]): string[] {
  const unknown = names.filter((name) => name.startsWith('ASSAY_') && !known.includes(name) && !clientNames.has(name))
  return unknown.map(
    (name) => `${name} is not a setting and is ignored. The nearest known name is ${nearest(name, known)}.`,
  )
}

function nearest(name: string, known: readonly string[]): string {
  return [...known].sort((one, other) => editDistance(name, one) - editDistance(name, other))[0] ?? ''
}

/** Longer names are compared by their beginning: a variable may hold anything. */
const comparedLength = 100

/**
 * Characters to insert, delete, or replace to turn one name into the other (Levenshtein), in time of the product of
 * both lengths.
 */
function editDistance(left: string, right: string): number {
  const [a, b] = [left.slice(0, comparedLength), right.slice(0, comparedLength)]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [at, character] of [...a].entries()) {
    const next = [at + 1]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1)
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[b.length] ?? 0
}
