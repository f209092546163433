/**
 * Object in an untrusted document. Keys and values may be anything, so access it only through the functions in this
 * module.
 */
export type Table = Readonly<Record<string, unknown>>

const none: Table = Object.freeze(Object.create(null))

/** Reports whether a value is an object. False for arrays and null. */
export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value of an own property, or undefined if it is missing. Never returns a property of the prototype. */
export const valueAt = (table: unknown, key: string): unknown =>
  isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined

/** Returns the object at a path of keys. Empty if it is missing or has a different type. */
export function tableAt(table: unknown, ...keys: readonly string[]): Table {
  let value = table
  for (const key of keys) value = valueAt(value, key)
  return isTable(value) ? value : none
}

/** Returns the list under a key. Empty if it is missing or has a different type. */
export function listAt(table: unknown, key: string): readonly unknown[] {
  const value = valueAt(table, key)
  return Array.isArray(value) ? value : []
}

/** Returns the string under a key, or undefined if it is missing, empty, or has a different type. */
export function textAt(table: unknown, key: string): string | undefined {
  const value = valueAt(table, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the strings in the list under a key. Omits other values. */
export const textsAt = (table: unknown, key: string): string[] =>
  listAt(table, key).filter((value) => typeof value === 'string')

/** Strips a byte order mark at the start, which some editors add. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
