import type { WorkBudget } from './work-budget.ts'

/** Depth of properties that refer to properties. */
const maxDepth = 16

/** Length of a value in characters. Properties that double each other would otherwise grow without limit. */
const maxLength = 1_000

/** Characters that are scanned in the time of one step. */
const charactersOfStep = 16

/** Syntax of a property reference in a format. */
const notations = {
  maven: /\$\{([^${}]{1,200})\}/g,
  msbuild: /\$\(([^$()]{1,200})\)/g,
} as const

/**
 * Replaces property references with their values. References that are unknown, refer to themselves, or grow beyond
 * 1,000 characters stay unchanged. Takes at most 16 passes over 1,000 characters, regardless of the values.
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

/** Text with the values of its properties. Undefined if it exceeds the maximum length of a value. */
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
