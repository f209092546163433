import { compileWildmatch } from './wildmatch.ts'

/** One line of a file that says what git ignores. */
export interface IgnorePattern {
  /** It takes back what earlier ones ignore. */
  readonly isNegated: boolean
  /** Whether it speaks of an entry, by its path below the folder of the file; components as Latin-1. */
  matches(components: readonly string[], isFolder: boolean): boolean
}

/** Longer ones are left out, and what they would ignore is read. */
const maxPatternLength = 1_024

/** Reads the lines of a `.gitignore` or an `info/exclude`, gitignore(5). */
export function parseIgnorePatterns(content: Buffer): IgnorePattern[] {
  return withoutMark(content.toString('latin1'))
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
}

/** UTF-8's byte order mark, read as Latin-1. */
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

/** Without spaces at the end, but for the one that a backslash protects. */
function trimmed(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ' ') end -= 1
  if (end === line.length) return line
  let backslashes = 0
  while (line[end - 1 - backslashes] === '\\') backslashes += 1
  return line.slice(0, end + (backslashes % 2))
}

type Matcher = (path: readonly string[]) => boolean

/** A pattern without slash speaks of entries at any depth. */
function nameMatcher(pattern: string): Matcher | undefined {
  const matches = compileWildmatch(pattern)
  return matches && ((path) => matches(path.at(-1) ?? ''))
}

/**
 * A pattern with a slash speaks of paths. git compares what stands before its first special character as it
 * is and matches the rest from there on, so that in `ab**` before a slash the two stars begin a component.
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
