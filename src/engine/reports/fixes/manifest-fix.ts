import type { FixOfFinding } from '../check-run/fixes.ts'

/** A line of a manifest that requires a package. */
interface RequiredAt {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** Where the version is in the line. */
  readonly from: number
  readonly to: number
  /** The range, such as `^1.2.3`. */
  readonly range: string
}

/** How one kind of manifest writes a requirement. */
interface ManifestKind {
  readonly pattern: RegExp
  /** Finds the requirement of a package in a line. */
  find(line: string, name: string): { readonly from: number; readonly range: string } | undefined
  /** The ranges that can be rewritten: one comparator and one full version. */
  readonly range: RegExp
}

const version = String.raw`\d{1,9}\.\d{1,9}\.\d{1,9}`

const kinds: readonly ManifestKind[] = [
  {
    pattern: /(?:^|\/)package\.json$/,
    find: (line, name) => quotedPair(line, name),
    range: new RegExp(`^(\\^|~|>=|=)?${version}$`),
  },
  {
    pattern: /(?:^|\/)requirements[\w.-]*\.(?:txt|in)$/,
    find: (line, name) => pythonRequirement(line, name),
    range: new RegExp(`^(==|~=|>=)${version}$`),
  },
]

/** Returns whether a file is a manifest whose requirements this file can find. */
export const isKnownManifest = (path: string): boolean => kinds.some(({ pattern }) => pattern.test(path))

/**
 * Returns the line of a manifest that requires a package, and the smallest change that installs `fixedVersion`. The
 * change keeps the style of the range. There is no change if the range is not one comparator with one full version, or
 * if the line occurs twice.
 */
export function manifestFix(
  { path, text }: { readonly path: string; readonly text: string },
  name: string,
  fixedVersion: string | undefined,
): FixOfFinding | undefined {
  const kind = kinds.find(({ pattern }) => pattern.test(path))
  const [required, ...others] = kind ? requirements(text, name, kind) : []
  if (!kind || !required || others.length > 0) return undefined
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

/** Lines longer than this are generated. */
const maxLineCharacters = 1_000

function requirements(text: string, name: string, { find }: ManifestKind): RequiredAt[] {
  return text.split('\n').flatMap((whole, index): RequiredAt[] => {
    const line = whole.replace(/\r$/, '')
    const found = line.length > maxLineCharacters ? undefined : find(line, name)
    if (!found) return []
    return [{ line: index + 1, text: line, ...found, to: found.from + found.range.length }]
  })
}

/** `"name": "range"`, alone in its line. */
function quotedPair(line: string, name: string): { readonly from: number; readonly range: string } | undefined {
  const trimmed = line.trimStart()
  const key = `${JSON.stringify(name)}:`
  if (!trimmed.startsWith(key)) return undefined
  const [, space = '', range] = /^(\s{0,9})"([^"\\]{1,100})",?\s{0,9}$/.exec(trimmed.slice(key.length)) ?? []
  return range === undefined ? undefined : { from: line.length - trimmed.length + key.length + space.length + 1, range }
}

/** `name==1.2.3`, without hashes, extras, and markers. */
function pythonRequirement(line: string, name: string): { readonly from: number; readonly range: string } | undefined {
  const [, written, range] = /^([\w.-]{1,200})((?:==|~=|>=)[\w.]{1,100})$/.exec(line.trimEnd()) ?? []
  if (written === undefined || range === undefined || normalized(written) !== normalized(name)) return undefined
  return { from: written.length, range }
}

const normalized = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** Whether a fixed version is a full version above the one in the range. */
function isHigher(fixedVersion: string, range: string): boolean {
  if (!new RegExp(`^${version}$`).test(fixedVersion)) return false
  const [fixed, current] = [fixedVersion, range.replace(/^[^\d]{0,2}/, '')].map((text) => text.split('.').map(Number))
  for (const [index, part] of (fixed ?? []).entries()) {
    const old = current?.[index] ?? 0
    if (part !== old) return part > old
  }
  return false
}
