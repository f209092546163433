/** An object of an untrusted document. Keys and values may be anything, so read it only through these functions. */
export type Table = Readonly<Record<string, unknown>>

const none: Table = Object.freeze(Object.create(null))

/** Whether a value has keys. Lists and null do not count. */
export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of an own key, never one of the prototype. Undefined if it is missing. */
export const valueAt = (table: unknown, key: string): unknown =>
  isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined

/** The table under a key. Empty if it is missing or has a different type. */
export function tableAt(table: unknown, ...keys: readonly string[]): Table {
  let value = table
  for (const key of keys) value = valueAt(value, key)
  return isTable(value) ? value : none
}

/** The list under a key. Empty if it is missing or has a different type. */
export function listAt(table: unknown, key: string): readonly unknown[] {
  const value = valueAt(table, key)
  return Array.isArray(value) ? value : []
}

/** The text under a key. Undefined if it is missing, empty, or has a different type. */
export function textAt(table: unknown, key: string): string | undefined {
  const value = valueAt(table, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts in the list under a key, without other values. */
export const textsAt = (table: unknown, key: string): string[] =>
  listAt(table, key).filter((value) => typeof value === 'string')

/** A byte order mark that an editor added at the start is not part of the text. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
