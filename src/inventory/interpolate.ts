/** Properties that name properties. */
const maxDepth = 16

/** Of a value, in characters: properties that double one another grow without bound otherwise. */
const maxLength = 1_000

/** How a format writes the use of a property. */
const notations = {
  maven: /\$\{([^${}]{1,200})\}/g,
  msbuild: /\$\(([^$()]{1,200})\)/g,
} as const

/**
 * Puts the values of properties in their places. What is unknown, names itself or grows beyond
 * 1,000 characters stays as it is.
 */
export function interpolate(text: string, notation: keyof typeof notations, valueOf: (name: string) => string | undefined): string {
  let value = text.slice(0, maxLength)
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const next = value.replace(notations[notation], (whole, name: string) => valueOf(name.trim()) ?? whole)
    if (next === value || next.length > maxLength) break
    value = next
  }
  return value
}
