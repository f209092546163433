import { parse, TomlError, type TomlTable, type TomlValue } from 'smol-toml'
import { configurationLimits } from './settings-file-limits.ts'
import type { Entry, Reading, Value } from './value.ts'

/** Limits per document: number of positions to find, and number of occurrences of a key to try for each position. */
const bounds = { places: 5_000, occurrences: 100 }

/**
 * Parses TOML. The parser provides no positions. A value's position is therefore the first occurrence of its key or
 * text after its parent's position. If no occurrence is found, the parent's position is used.
 */
export function readToml(text: string): Reading {
  try {
    return {
      value: tableOf(parse(text, { maxDepth: configurationLimits.maxDepth }), { text, left: bounds.places }, 0),
      isCut: false,
    }
  } catch (error) {
    if (error instanceof RangeError) return { value: undefined, isCut: true }
    if (error instanceof TomlError) return { value: undefined, isCut: error.message.includes('excessively nested') }
    throw error
  }
}

interface Written {
  readonly text: string
  left: number
}

function tableOf(table: TomlTable, written: Written, offset: number): Value {
  const entries = Object.entries(table).map(([key, inner]): Entry => {
    const at = placeOfKey(written, key, offset)
    return { key, offset: at, value: valueOf(inner, written, at) }
  })
  return { kind: 'mapping', entries, offset }
}

function valueOf(value: TomlValue, written: Written, offset: number): Value {
  if (Array.isArray(value)) {
    let from = offset
    return {
      kind: 'list',
      items: value.map((item) => valueOf(item, written, (from = placeOfText(written, item, from)))),
      offset,
    }
  }
  if (typeof value === 'object' && !(value instanceof Date)) return tableOf(value, written, offset)
  return { kind: 'scalar', text: String(value), offset }
}

/** Returns the position at which a key has a value or names a table, outside comments. */
function placeOfKey(written: Written, key: string, from: number): number {
  const { text } = written
  if (key === '' || (written.left -= 1) < 0) return from
  for (
    let at = text.indexOf(key, from), count = 0;
    at >= 0 && count < bounds.occurrences;
    at = text.indexOf(key, at + key.length), count += 1
  ) {
    const before = text.slice(Math.max(at - 200, 0), at)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    if (
      !/^\s*#/.test(line) &&
      /(?:^|[\s[.{,"'])$/.test(line) &&
      /^["']?[ \t]*[=.\]]/.test(text.slice(at + key.length, at + key.length + 20))
    )
      return at
  }
  return from
}

/** Returns the position of an item's text. Starts the search after the previous item, because the two may be equal. */
function placeOfText(written: Written, item: TomlValue, from: number): number {
  if (typeof item !== 'string' || item === '' || (written.left -= 1) < 0) return from
  const at = written.text.indexOf(item, from)
  return at < 0 ? from : at
}
