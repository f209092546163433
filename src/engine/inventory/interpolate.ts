import type { WorkBudget } from './work-budget.ts'

/** Maximum depth of nested property references. */
const maxDepth = 16

/**
 * Maximum length of a value in characters. The limit prevents exponential growth if each property repeats another one.
 */
const maxLength = 1_000

/** Number of characters scanned per budget step. */
const charactersOfStep = 16

/** Property reference syntax by format. */
const notations = {
  maven: /\$\{([^${}]{1,200})\}/g,
  msbuild: /\$\(([^$()]{1,200})\)/g,
} as const

/**
 * Replaces property references with their values. References that are unknown, circular, or expand to more than 1,000
 * characters stay unchanged. Whatever the values are, makes at most 16 passes over 1,000 characters.
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

/** Returns the text with its property references replaced, or undefined if it becomes too long. */
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
