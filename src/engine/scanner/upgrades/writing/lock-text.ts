import { isObject } from '../../../sources/package-registries/npm-packument.ts'

/** Keys that npm writes first, in this order (json-stringify-nice, as called by @npmcli/arborist 9.9). */
const firstKeys = [
  'name',
  'version',
  'lockfileVersion',
  'resolved',
  'integrity',
  'requires',
  'packages',
  'dependencies',
]

/** Returns a lockfile as npm formats it, with the indentation and newlines of the lockfile before. */
export function lockText(lock: Readonly<Record<string, unknown>>, before: string): string {
  const indent = /\{\r?\n([ \t]+)"/.exec(before)?.[1] ?? (before.includes('\n') ? '  ' : '')
  const text = JSON.stringify(sorted(lock), undefined, indent)
  const end = before.endsWith('\n') ? '\n' : ''
  return before.includes('\r\n') ? (text + end).replaceAll('\n', '\r\n') : text + end
}

function rank(key: string, value: unknown): number {
  const at = firstKeys.indexOf(key)
  return (at < 0 ? firstKeys.length : at) + (isObject(value) ? afterPlainValues : 0)
}

const afterPlainValues = 100

/** Sorts keys as npm does: plain values and lists, then objects; of each, known keys first, and others by name. */
function sorted(value: unknown): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value)
    .filter(([, of]) => of !== undefined)
    .sort(([a, first], [b, second]) => rank(a, first) - rank(b, second) || a.localeCompare(b, 'en'))
    .map(([key, of]) => [key, sorted(of)] as const)
  return Object.fromEntries(entries)
}
