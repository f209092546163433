import type { FixOfFinding } from '../check-run/fixes.ts'

/** Manifest line that requires a package. */
interface RequiredAt {
  /** Line number, starting at 1. */
  readonly line: number
  readonly text: string
  /** Index at which the version starts in the line. */
  readonly from: number
  readonly to: number
  /** Version range, such as `^1.2.3`. */
  readonly range: string
}

/** Syntax of dependency requirements in one kind of manifest. */
interface ManifestKind {
  readonly pattern: RegExp
  /** Parses the requirement on a line. Returns undefined if there is no requirement. */
  find(line: string): { readonly key: string; readonly from: number; readonly range: string } | undefined
  /** Returns a package's key. */
  keyOf(name: string): string
  /** Matches ranges that can be rewritten: a comparator followed by a full version. */
  readonly range: RegExp
}

const version = String.raw`\d{1,9}\.\d{1,9}\.\d{1,9}`

const kinds: readonly ManifestKind[] = [
  {
    pattern: /(?:^|\/)package\.json$/,
    find: quotedPair,
    keyOf: JSON.stringify,
    range: new RegExp(`^(\\^|~|>=|=)?${version}$`),
  },
  {
    pattern: /(?:^|\/)requirements[\w.-]*\.(?:txt|in)$/,
    find: pythonRequirement,
    keyOf: normalized,
    range: new RegExp(`^(==|~=|>=)${version}$`),
  },
]

/** Reports whether a file is a supported manifest. */
export const isKnownManifest = (path: string): boolean => kinds.some(({ pattern }) => pattern.test(path))

/** Returns the manifest line that requires a package. If `fixedVersion` is given, also returns a fix where possible. */
export type FindFix = (name: string, fixedVersion: string | undefined) => FixOfFinding | undefined

/**
 * Parses a manifest once. Returns a function that finds the line that requires a package, together with the smallest
 * change that installs `fixedVersion`. The change keeps the style of the range. There is no change if the range is not
 * a comparator with a full version. If several lines require the package, the function returns undefined.
 */
export function manifestFixes({ path, text }: { readonly path: string; readonly text: string }): FindFix {
  const kind = kinds.find(({ pattern }) => pattern.test(path))
  if (!kind) return () => undefined
  const all = requirements(text, kind)
  return (name, fixedVersion) => {
    const [required, ...others] = all.get(kind.keyOf(name)) ?? []
    if (!required || others.length > 0) return undefined
    const manifestLine = { path, line: required.line }
    const match = kind.range.exec(required.range)
    if (!match || fixedVersion === undefined || !isHigher(fixedVersion, required.range)) return { manifestLine }
    const after =
      required.text.slice(0, required.from) + (match[1] ?? '') + fixedVersion + required.text.slice(required.to)
    return {
      manifestLine,
      fix: { path, startLine: required.line, endLine: required.line, before: required.text, after },
    }
  }
}

/** Maximum line length. Longer lines are assumed to be generated and are skipped. */
const maxLineCharacters = 1_000

/** Collects the requirements in a manifest by package key. */
function requirements(text: string, { find }: ManifestKind): ReadonlyMap<string, readonly RequiredAt[]> {
  const all = text.split('\n').flatMap((whole, index): (RequiredAt & { readonly key: string })[] => {
    const line = whole.replace(/\r$/, '')
    const found = line.length > maxLineCharacters ? undefined : find(line)
    if (!found) return []
    return [{ line: index + 1, text: line, ...found, to: found.from + found.range.length }]
  })
  return Map.groupBy(all, ({ key }) => key)
}

/** Parses `"name": "range"` if the line contains nothing else. */
function quotedPair(line: string): ReturnType<ManifestKind['find']> {
  const trimmed = line.trimStart()
  const [, key, space = '', range] =
    /^("(?:[^"\\]|\\.){1,300}"):(\s{0,9})"([^"\\]{1,100})",?\s{0,9}$/.exec(trimmed) ?? []
  if (key === undefined || range === undefined) return undefined
  return { key, from: line.length - trimmed.length + key.length + space.length + 2, range }
}

/** Parses `name==1.2.3` if it has no hashes, extras, or markers. */
function pythonRequirement(line: string): ReturnType<ManifestKind['find']> {
  const [, written, range] = /^([\w.-]{1,200})((?:==|~=|>=)[\w.]{1,100})$/.exec(line.trimEnd()) ?? []
  if (written === undefined || range === undefined) return undefined
  return { key: normalized(written), from: written.length, range }
}

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}

/** Reports whether the fixed version is a full version above the one in the range. */
function isHigher(fixedVersion: string, range: string): boolean {
  if (!new RegExp(`^${version}$`).test(fixedVersion)) return false
  const [fixed, current] = [fixedVersion, range.replace(/^[^\d]{0,2}/, '')].map((text) => text.split('.').map(Number))
  for (const [index, part] of (fixed ?? []).entries()) {
    const old = current?.[index] ?? 0
    if (part !== old) return part > old
  }
  return false
}
