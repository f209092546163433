/**
 * A value of a document of JSON, TOML or YAML and where it begins; every scalar is text, so that `off` and `1.10` are
 * what was written.
 */
export type Value = ScalarValue | ListValue | MappingValue

interface Placed {
  /** UTF-16 units from the start of the document. */
  readonly offset: number
}

export interface ScalarValue extends Placed {
  readonly kind: 'scalar'
  readonly text: string
  /** The text of several lines begins in the line after the offset, and each of its lines is one of the document. */
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

/** A key with its value; the offset is that of the key. */
export interface Entry extends Placed {
  readonly key: string
  readonly value: Value
}

/** What a reader made of a text. */
export interface Reading {
  /** Undefined for a text that is none of its kind or has no content. */
  readonly value: Value | undefined
  /** It nests deeper, or has more parts, than are read: something of it, or all, was left out. */
  readonly isCut: boolean
}

/**
 * The entry of a mapping with a key; where YAML merges another mapping in (`<<`), also one of that. Undefined for what
 * is no mapping.
 */
export function entryOf(value: Value | undefined, key: string): Entry | undefined {
  if (value?.kind !== 'mapping') return undefined
  const own = value.entries.findLast((entry) => entry.key === key)
  if (own) return own
  const merged = value.entries.find((entry) => entry.key === '<<')?.value
  return merged?.kind === 'mapping' ? merged.entries.findLast((entry) => entry.key === key) : undefined
}

/** What stands under a path of keys; undefined where there is nothing. */
export function under(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  return keys.reduce<Value | undefined>((within, key) => entryOf(within, key)?.value, value)
}

/** The text of a scalar; undefined for anything else. */
export const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'scalar' ? value.text : undefined

/** The entries of a mapping; none for anything else. */
export const entriesOf = (value: Value | undefined): readonly Entry[] =>
  value?.kind === 'mapping' ? value.entries : []

/** The items of a list; a scalar is the only item of its own. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (value?.kind === 'list') return value.items
  return value?.kind === 'scalar' && value.text !== '' ? [value] : []
}

/** Every scalar within a value with the key under which it stands, each value once, however many aliases name it. */
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
