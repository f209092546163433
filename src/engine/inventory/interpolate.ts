import type { WorkBudget } from './work-budget.ts'

/** Properties that name properties. */
const maxDepth = 16

/** Of a value, in characters: properties that double one another grow without bound otherwise. */
const maxLength = 1_000

/** Characters that are looked through in the time of one step. */
const charactersOfStep = 16

/** How a format writes the use of a property. */
const notations = {
  maven: /\$\{([^${}]{1,200})\}/g,
  msbuild: /\$\(([^$()]{1,200})\)/g,
} as const

/**
 * Puts the values of properties in their places. What is unknown, names itself, or grows beyond 1,000 characters stays
 * as it is. Takes at most 16 passes over 1,000 characters, whatever the values are.
 */
export function interpolate(
  text: string,
  notation: keyof typeof notations,
  valueOf: (name: string) => string | undefined,
  work?: WorkBudget,
): string {
  let value = text.slice(0, maxLength)
  for (let depth = 0; depth < maxDepth; depth += 1) {
    work?.spend(1 + value.length / charactersOfStep)
    const next = replaced(value, notations[notation], valueOf)
    if (next === undefined || next === value) break
    value = next
  }
  return value
}

/** A text with the values of properties; undefined where it grows beyond what a value may have. */
function replaced(text: string, notation: RegExp, valueOf: (name: string) => string | undefined): string | undefined {
  let result = ''
  let end = 0
  for (const match of text.matchAll(notation)) {
    const [whole, name = ''] = match
    result += text.slice(end, match.index) + (valueOf(name.trim()) ?? whole)
    end = match.index + whole.length
    if (result.length > maxLength) return undefined
  }
  result += text.slice(end)
  return result.length > maxLength ? undefined : result
}
