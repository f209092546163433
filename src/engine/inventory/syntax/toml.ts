import { parse } from 'smol-toml'
import { inventoryLimits } from '../inventory-limits.ts'
import type { FileReason } from '../reasons/file-reasons.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import type { WorkBudget } from '../work-budget.ts'
import { listAt, type Table, textAt, withoutByteOrderMark } from './document.ts'
import { boundParsed, parsingSteps } from './parsing-cost.ts'
import { countTomlParts } from './toml-parts.ts'

/** Maximum nesting depth. Lockfiles need 4, and manifests with tool settings fewer than 10. */
const maxDepth = 64

/** Number of bytes that smol-toml allocates per element: a table with its metadata, or a key (measured). */
const bytesOfDot = 450
const bytesOfOpening = 550
const bytesOfKey = 300

/**
 * Parses TOML 1.0. Keys such as `__proto__` are safe, because smol-toml stores them in objects without a prototype.
 * Linear: 24 ms per MiB of a lockfile, about 170 ms for many keys or dotted keys (measured). Rejects documents that
 * would take more than 184 MiB for 5 MiB of text.
 */
export function parseToml(text: string, work?: WorkBudget): Table {
  work?.spend(parsingSteps(text))
  const { dots, openings, keys } = countTomlParts(text)
  boundParsed(text, dots * bytesOfDot + openings * bytesOfOpening + keys * bytesOfKey)
  try {
    return parse(withoutByteOrderMark(text), { maxDepth })
  } catch (error) {
    throw new UnreadableManifest(problemOf(error))
  }
}

const problemOf = (error: unknown): FileReason =>
  error instanceof Error && 'line' in error && typeof error.line === 'number'
    ? { code: 'no-toml-at-line', line: error.line }
    : 'no-toml'

/** Returns the tables in an array of tables. Throws if there are more than the maximum number of packages. */
export function tablesAt(root: Table, key: string): readonly unknown[] {
  const tables = listAt(root, key)
  if (tables.length > inventoryLimits.maxComponents)
    throw new UnreadableManifest({ code: 'package-limit', count: inventoryLimits.maxComponents })
  return tables
}

/**
 * Returns the line of each entry's `name` in an array of tables, starting at 1. All lines are undefined if the number
 * of headers differs from the number of entries, for example because a multi-line string contains a header.
 */
export function linesOfNames(
  text: string,
  header: string,
  entries: readonly unknown[],
): readonly (number | undefined)[] {
  const found: (number | undefined)[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const start = line.trim()
    if (start === `[[${header}]]`) found.push(undefined)
    else if (
      found.length > 0 &&
      found.at(-1) === undefined &&
      start.startsWith('name') &&
      isNameOf(entries[found.length - 1], start)
    )
      found[found.length - 1] = index + 1
  }
  return found.length === entries.length ? found : []
}

function isNameOf(entry: unknown, line: string): boolean {
  const equals = line.indexOf('=')
  const name = textAt(entry, 'name') ?? ''
  return (
    line.slice(0, equals).trim() === 'name' &&
    line
      .slice(equals + 1)
      .trim()
      .startsWith(name, 1)
  )
}
