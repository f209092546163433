/**
 * A value in a JSON, TOML, or YAML document, with its position. Scalars are strings, so that `off` and `1.10` stay
 * unchanged.
 */
export type Value = ScalarValue | ListValue | MappingValue

interface Placed {
  /** Offset from the start of the document in UTF-16 code units. */
  readonly offset: number
}

export interface ScalarValue extends Placed {
  readonly kind: 'scalar'
  readonly text: string
  /**
   * True for a multi-line string that starts on the line after the offset. Each line of the string is a line in the
   * document.
   */
  readonly block?: true
}

export interface ListValue extends Placed {
  readonly kind: 'list'
  readonly items: readonly Value[]
}

export interface MappingValue extends Placed {
  readonly kind: 'mapping'
  readonly entries: readonly Entry[]
}

/** A key and its value. The offset is that of the key. */
export interface Entry extends Placed {
  readonly key: string
  readonly value: Value
}

/** Result of parsing a text. */
export interface Reading {
  /** Undefined if the text is invalid or empty. */
  readonly value: Value | undefined
  /** True if the document exceeds the maximum depth or number of parts, in which case some or all of it was ignored. */
  readonly isCut: boolean
}

/**
 * Returns a key's entry in a mapping, including mappings that YAML merges (`<<`). Returns undefined if the key is
 * missing or the value is not a mapping.
 */
export function entryOf(value: Value | undefined, key: string): Entry | undefined {
  if (value?.kind !== 'mapping') return undefined
  const own = value.entries.findLast((entry) => entry.key === key)
  if (own) return own
  const merged = value.entries.find((entry) => entry.key === '<<')?.value
  return merged?.kind === 'mapping' ? merged.entries.findLast((entry) => entry.key === key) : undefined
}

/** Returns the value at a path of keys, or undefined. */
export function under(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  return keys.reduce<Value | undefined>((within, key) => entryOf(within, key)?.value, value)
}

/** Returns the text of a scalar, or undefined for anything else. */
export const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'scalar' ? value.text : undefined

/** Returns the entries of a mapping. Empty for anything else. */
export const entriesOf = (value: Value | undefined): readonly Entry[] =>
  value?.kind === 'mapping' ? value.entries : []

/** Returns the items of a list. A scalar is treated as a list with one item. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (value?.kind === 'list') return value.items
  return value?.kind === 'scalar' && value.text !== '' ? [value] : []
}

/**
 * Yields every scalar in a value, together with its key. Each value is visited once, no matter how many aliases refer
 * to it.
 */
export function* scalarsIn(
  value: Value | undefined,
): Generator<{ readonly key: string; readonly scalar: ScalarValue }> {
  const seen = new Set<Value>()
  const waiting: { readonly key: string; readonly value: Value }[] = value ? [{ key: '', value }] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { key, value: current } = next
    if (seen.has(current)) continue
    seen.add(current)
    if (current.kind === 'scalar') yield { key, scalar: current }
    else if (current.kind === 'list') waiting.push(...current.items.map((item) => ({ key, value: item })).toReversed())
    else waiting.push(...current.entries.map((entry) => ({ key: entry.key, value: entry.value })).toReversed())
  }
}
