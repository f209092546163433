import type { VersionTokens } from './tokens.ts'

/** Stage synonyms in setuptools. `@` sorts development releases first. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['pre', 'c'],
  ['preview', 'c'],
  ['-', 'final-'],
  ['rc', 'c'],
  ['dev', '@'],
])

const final = '*final'

/**
 * Tokenizes versions that are invalid under PEP 440, in the order of setuptools before 66. Compares words and padded
 * numbers as text. A pre-release stage removes the zeros and hyphens directly before it.
 */
export function legacyTokens(text: string): VersionTokens {
  const parts: string[] = []
  for (const part of [
    ...text
      .split(/(\d+|[a-z]+|\.|-)/)
      .filter((part) => part !== '' && part !== '.')
      .map(sortable),
    final,
  ]) {
    if (part.startsWith('*')) {
      if (part < final) dropLast(parts, '*final-')
      dropLast(parts, '00000000')
    }
    parts.push(part)
  }
  return [...parts.map((part) => ({ rank: 1, text: part })), { rank: 0 }]
}

function sortable(part: string): string {
  const word = synonyms.get(part) ?? part
  return /^\d/.test(word) ? word.padStart(8, '0') : `*${word}`
}

function dropLast(parts: string[], value: string): void {
  while (parts.at(-1) === value) parts.pop()
}
