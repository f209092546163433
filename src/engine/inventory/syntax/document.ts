/** An object of somebody else's document: keys and values may be anything, so read it through these functions. */
export type Table = Readonly<Record<string, unknown>>

const none: Table = Object.freeze(Object.create(null))

/** True for what has keys; lists and null do not count. */
export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value under a key that the document itself has, never one of the prototype; undefined when there is none. */
export const valueAt = (table: unknown, key: string): unknown =>
  isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined

/** The table under a key; an empty one when there is none or it is something else. */
export function tableAt(table: unknown, ...keys: readonly string[]): Table {
  let value = table
  for (const key of keys) value = valueAt(value, key)
  return isTable(value) ? value : none
}

/** The list under a key; an empty one when there is none or it is something else. */
export function listAt(table: unknown, key: string): readonly unknown[] {
  const value = valueAt(table, key)
  return Array.isArray(value) ? value : []
}

/** The text under a key; undefined when there is none or it is something else or empty. */
export function textAt(table: unknown, key: string): string | undefined {
  const value = valueAt(table, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of the list under a key, without what is none. */
export const textsAt = (table: unknown, key: string): string[] =>
  listAt(table, key).filter((value) => typeof value === 'string')

/** A byte order mark that an editor left at the start is no part of the text. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
