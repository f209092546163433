/** How a name looks like another one; goes on after "it is". */
export type Likeness = string

/** Characters that look like one another in most fonts. */
const alike: readonly (readonly [RegExp, string])[] = [
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

/** Short names are near one another by chance. */
const shortest = { edited: 5, other: 4 }

/** A name as it is compared. */
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

const knownForms = new WeakMap<readonly string[], readonly NameForms[]>()

/**
 * The first of a list of known names that a name looks like, and how; undefined where it looks like none. In small
 * letters.
 */
export function likenessAmong(
  name: string,
  list: readonly string[],
): { readonly known: string; readonly likeness: Likeness } | undefined {
  const forms = knownForms.get(list) ?? list.map(formsOf)
  knownForms.set(list, forms)
  const own = formsOf(name.slice(0, maxNameLength))
  for (const known of forms) {
    const likeness = compared(own, known)
    if (likeness !== undefined) return { known: known.name, likeness }
  }
  return undefined
}

/** npm takes no longer ones. */
const maxNameLength = 214

/** How a name looks like a known one, of which it is none; undefined where it does not. Both in small letters. */
export const likenessOf = (name: string, known: string): Likeness | undefined => compared(formsOf(name), formsOf(known))

function compared(own: NameForms, other: NameForms): Likeness | undefined {
  const { name, bare } = own
  const { name: known, bare: knownBare } = other
  if (name === known || known.length < shortest.other) return undefined
  if (known.startsWith('@') && !name.startsWith('@')) {
    if (knownBare.length >= 10 && (bare === knownBare || own.joined === other.joined)) return 'it without its scope'
    return undefined
  }
  // A scope of somebody else is seen; only one that looks like the known one is not.
  if (name.startsWith('@') || known.startsWith('@'))
    return name.startsWith('@') &&
      known.startsWith('@') &&
      bare === knownBare &&
      isEdited(scopeOf(name), scopeOf(known))
      ? 'it with another scope that looks like its own'
      : undefined
  if (own.joined === other.joined) return 'it with other separators'
  if (own.folded === other.folded) return 'it with characters that look the same'
  return known.length >= shortest.edited && name.length >= shortest.edited && isEdited(name, known)
    ? 'it with one letter more, less or otherwise'
    : undefined
}

const withoutScope = (name: string): string => name.replace(/^@[^/]*\//, '')
const scopeOf = (name: string): string => /^@([^/]*)/.exec(name)?.[1] ?? ''
const joined = (name: string): string => name.replaceAll(/[-_.@/]/g, '')
const folded = (name: string): string => alike.reduce((text, [from, to]) => text.replaceAll(from, to), name)

/**
 * One letter more, one less, one that is mistaken for another, or two that changed places; a digit at the end is a
 * version, as in `mysql2`.
 */
export function isEdited(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1
  if (long.length > short.length) return start + end >= short.length && !isVersion(long, short)
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  if (left.length === 1) return short.length >= longEnough || areMistaken(left, right)
  return left.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** In names of this length two words seldom differ by one letter, whichever it is: `server` is no `semver`. */
const longEnough = 8

/** Rows of a keyboard, each a half key to the right of the one above; and letters that sound alike. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const soundAlike = ['aeiouy', 'csk', 'sz', 'gj', 'dt', 'bp', 'mn', 'fv', 'kq', 'vw']

function areMistaken(one: string, other: string): boolean {
  if (soundAlike.some((letters) => letters.includes(one) && letters.includes(other))) return true
  const [from, to] = [keyOf(one), keyOf(other)]
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
