import { z } from 'zod'

/** Ways in which a name resembles another package name. */
export const Likeness = z.enum(['no-scope', 'similar-scope', 'separators', 'similar-characters', 'one-letter'])
export type Likeness = z.infer<typeof Likeness>

/** Characters that look alike in most fonts. */
const similarCharacters: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1|!]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/5/g, 's'],
  [/\u0430/g, 'a'],
  [/\u0435/g, 'e'],
  [/\u043e/g, 'o'],
  [/\u0440/g, 'p'],
  [/\u0441/g, 'c'],
  [/\u0445/g, 'x'],
  [/\u0443/g, 'y'],
  [/\u0456/g, 'i'],
]

/** Minimum lengths. Shorter names are similar by chance. */
const minLength = { edited: 5, other: 4 }

/** Forms of a name that are compared. */
interface NameForms {
  readonly name: string
  readonly bare: string
  readonly joined: string
  readonly folded: string
}

const formsOf = (name: string): NameForms => ({
  name,
  bare: withoutScope(name),
  joined: joined(name),
  folded: folded(name),
})

const formsByList = new WeakMap<readonly string[], readonly NameForms[]>()

/** Returns the first name in a list that a name resembles, and how. All names are lowercase. */
export function likenessAmong(
  name: string,
  list: readonly string[],
): { readonly popular: string; readonly likeness: Likeness } | undefined {
  const forms = formsByList.get(list) ?? list.map(formsOf)
  formsByList.set(list, forms)
  const candidate = formsOf(name.slice(0, maxNameLength))
  for (const popular of forms) {
    const likeness = compareForms(candidate, popular)
    if (likeness !== undefined) return { popular: popular.name, likeness }
  }
  return undefined
}

/** Maximum npm name length. */
const maxNameLength = 214

/**
 * Returns how a name resembles a popular name, or undefined if it does not or the names are equal. Both are lowercase.
 */
export const likenessOf = (name: string, popular: string): Likeness | undefined =>
  compareForms(formsOf(name), formsOf(popular))

function compareForms(candidate: NameForms, popular: NameForms): Likeness | undefined {
  const { name, bare } = candidate
  if (name === popular.name || popular.name.length < minLength.other) return undefined
  if (popular.name.startsWith('@') && !name.startsWith('@')) {
    const isSame = bare === popular.bare || candidate.joined === popular.joined
    return popular.bare.length >= 10 && isSame ? 'no-scope' : undefined
  }
  // Users notice another scope, unless it resembles the popular one.
  if (name.startsWith('@') || popular.name.startsWith('@'))
    return name.startsWith('@') &&
      popular.name.startsWith('@') &&
      bare === popular.bare &&
      isEdited(scopeOf(name), scopeOf(popular.name))
      ? 'similar-scope'
      : undefined
  if (candidate.joined === popular.joined) return 'separators'
  if (candidate.folded === popular.folded) return 'similar-characters'
  return popular.name.length >= minLength.edited && name.length >= minLength.edited && isEdited(name, popular.name)
    ? 'one-letter'
    : undefined
}

const withoutScope = (name: string): string => name.replace(/^@[^/]*\//, '')
const scopeOf = (name: string): string => /^@([^/]*)/.exec(name)?.[1] ?? ''
const joined = (name: string): string => name.replaceAll(/[-_.@/]/g, '')
const folded = (name: string): string => similarCharacters.reduce((text, [from, to]) => text.replaceAll(from, to), name)

/**
 * Reports whether two names differ by one added, missing, or mistyped letter, or by two swapped letters. A trailing
 * digit is a version, as in `mysql2`.
 */
export function isEdited(name: string, other: string): boolean {
  const [short, long] = name.length <= other.length ? [name, other] : [other, name]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1
  if (long.length > short.length) return start + end >= short.length && !isVersion(long, short)
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  if (left.length === 1) return short.length >= minAnyLetterLength || areMistyped(left, right)
  return left.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/**
 * Minimum length at which any replaced letter counts. In shorter names, it may form another word: `server`, `semver`.
 */
const minAnyLetterLength = 8

/** Keyboard rows, each half a key to the right of the row above, and letters that sound alike. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const soundAlike = ['aeiouy', 'csk', 'sz', 'gj', 'dt', 'bp', 'mn', 'fv', 'kq', 'vw']

function areMistyped(letter: string, other: string): boolean {
  if (soundAlike.some((letters) => letters.includes(letter) && letters.includes(other))) return true
  const [from, to] = [keyOf(letter), keyOf(other)]
  if (!from || !to) return false
  const [row, column] = [to.row - from.row, to.column - from.column]
  return row === 0
    ? Math.abs(column) === 1
    : (row === 1 && (column === 0 || column === -1)) || (row === -1 && (column === 0 || column === 1))
}

function keyOf(letter: string): { readonly row: number; readonly column: number } | undefined {
  const row = rows.findIndex((letters) => letters.includes(letter))
  return row < 0 ? undefined : { row, column: rows[row]?.indexOf(letter) ?? 0 }
}

const isVersion = (long: string, short: string): boolean => long.startsWith(short) && /\d$/.test(long)
