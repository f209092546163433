import { compileWildmatch } from './wildmatch.ts'

/** One line in a git ignore file. */
export interface IgnorePattern {
  /** True if the pattern starts with `!`, which negates earlier patterns. */
  readonly isNegated: boolean
  /**
   * Reports whether the pattern matches an entry. The path is relative to the folder that contains the ignore file,
   * with components in Latin-1.
   */
  matches(components: readonly string[], isFolder: boolean): boolean
}

/** Maximum pattern length. Longer patterns are ignored, so the files that they match are read anyway. */
const maxPatternLength = 1_024

/** Parses the lines of a `.gitignore` or `info/exclude` (gitignore(5)). */
export function parseIgnorePatterns(content: Buffer): IgnorePattern[] {
  return withoutMark(content.toString('latin1'))
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
}

/** Removes a UTF-8 byte order mark from text that was decoded as Latin-1. */
const withoutMark = (text: string): string => (text.startsWith('\u00EF\u00BB\u00BF') ? text.slice(3) : text)

function parseLine(line: string): IgnorePattern | undefined {
  if (line.startsWith('#')) return undefined
  let text = trimmed(line.replace(/\r$/, ''))
  const isNegated = text.startsWith('!')
  if (isNegated) text = text.slice(1)
  const isForFolders = text.endsWith('/')
  if (isForFolders) text = text.slice(0, -1)
  if (text === '' || text.length > maxPatternLength) return undefined
  const isAnchored = text.includes('/')
  const matches = isAnchored ? pathMatcher(text.startsWith('/') ? text.slice(1) : text) : nameMatcher(text)
  if (matches === undefined) return undefined
  return { isNegated, matches: (path, isFolder) => (isFolder || !isForFolders) && matches(path) }
}

/** Removes trailing spaces, but keeps a space that follows a backslash. */
function trimmed(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ' ') end -= 1
  if (end === line.length) return line
  let backslashes = 0
  while (line[end - 1 - backslashes] === '\\') backslashes += 1
  return line.slice(0, end + (backslashes % 2))
}

type Matcher = (path: readonly string[]) => boolean

/** Creates a matcher for a pattern without a slash, which matches entries at any depth. */
function nameMatcher(pattern: string): Matcher | undefined {
  const matches = compileWildmatch(pattern)
  return matches && ((path) => matches(path.at(-1) ?? ''))
}

/**
 * Creates a matcher for a pattern with a slash. It matches whole paths. git compares the literal prefix separately and
 * matches the rest from there. If `ab**` precedes a slash, git therefore treats the two stars as if they were at the
 * start of a path component.
 */
function pathMatcher(pattern: string): Matcher | undefined {
  const literal = /^[^*?[\\]*/.exec(pattern)?.[0] ?? ''
  const matches = compileWildmatch(pattern.slice(literal.length))
  if (matches === undefined) return undefined
  return (path) => {
    const joined = path.join('/')
    return joined.startsWith(literal) && matches(joined.slice(literal.length))
  }
}
