import type { WorkBudget } from '../work-budget.ts'

/**
 * Maximum number of brace alternatives. In patterns with more alternatives, braces are literal. The limit is needed
 * because each pair in `{a,b}{a,b}…` doubles their number.
 */
const maxReadings = 64

/**
 * Maximum length of a pattern with braces. In longer patterns, braces are literal, because each alternative is a copy
 * of the pattern.
 */
const maxCharacters = 4_096

/** Number of pattern characters compared with a name per budget step. */
const charactersOfStep = 8

/** Pattern segment: any folders, or a name split at its asterisks. */
type Segment =
  | { readonly isAnyFolders: true }
  | { readonly isAnyFolders: false; readonly parts: readonly string[]; readonly characters: number }

/**
 * Returns a function that matches folders with workspace patterns as npm, yarn, and pnpm do: `*` within a folder name,
 * `**` for any folders, `{a,b}` for alternatives, and `!` to exclude earlier matches. Also used for the members in a
 * `Cargo.toml`. Untrusted text is never converted to regular expressions. A comparison takes time proportional to the
 * pattern length times the folder depth, which is charged to `work`. `glob.ts` explains why `assay.yml` has its own
 * matcher.
 */
export function workspaceMatcher(patterns: readonly string[], work?: WorkBudget): (folder: string) => boolean {
  const steps = patterns.map((pattern) => {
    const isExclusion = pattern.startsWith('!')
    const paths = readings(isExclusion ? pattern.slice(1) : pattern).map(compiled)
    work?.spend(paths.reduce((sum, { length }) => sum + length, pattern.length / charactersOfStep))
    return { isExclusion, paths }
  })
  return (folder) => {
    const names = namesIn(folder)
    let matches = false
    for (const { isExclusion, paths } of steps) {
      work?.spend(1)
      if (matches === isExclusion && paths.some((path) => matchesPath(path, names, work))) matches = !isExclusion
    }
    return matches
  }
}

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.')

/** Splits a pattern into segments and merges repeated `**`. */
function compiled(pattern: string): Segment[] {
  const segments: Segment[] = []
  for (const name of namesIn(pattern)) {
    if (name !== '**') segments.push({ isAnyFolders: false, parts: name.split(/\*+/), characters: name.length })
    else if (segments.at(-1)?.isAnyFolders !== true) segments.push({ isAnyFolders: true })
  }
  return segments
}

/** Expands the braces of a pattern into one pattern per alternative. */
function readings(pattern: string): string[] {
  if (pattern.length > maxCharacters) return [pattern]
  let known = [pattern]
  for (;;) {
    let isOpen = false
    const next: string[] = []
    for (const reading of known) {
      const { before, choices, after } = firstChoices(reading)
      if (choices === undefined) next.push(reading)
      else {
        isOpen = true
        // One more than the limit, so that exceeding it can be detected.
        for (const choice of choices.split(',', maxReadings + 1)) next.push(before + choice + after)
      }
      if (next.length > maxReadings) return [pattern]
    }
    if (!isOpen) return known
    known = next
  }
}

/** Finds the first complete `{a,b}` in a pattern. */
function firstChoices(pattern: string): { readonly before: string; readonly choices?: string; readonly after: string } {
  const start = pattern.search(/[{}]/)
  const end = start < 0 || pattern[start] !== '{' ? -1 : start + 1 + pattern.slice(start + 1).search(/[{}]/)
  return end <= start || pattern[end] !== '}'
    ? { before: pattern, after: '' }
    : { before: pattern.slice(0, start), choices: pattern.slice(start + 1, end), after: pattern.slice(end + 1) }
}

/**
 * Reports whether a path matches. Uses dynamic programming. Each pattern segment has one row, which holds the positions
 * in the path that can be reached with it.
 */
function matchesPath(pattern: readonly Segment[], names: readonly string[], work: WorkBudget | undefined): boolean {
  let reached = new Set([0])
  for (const segment of pattern) {
    const next = new Set<number>()
    work?.spend(1)
    if (segment.isAnyFolders) for (let end = Math.min(...reached); end <= names.length; end++) next.add(end)
    else
      for (const at of reached) if (at < names.length && matchesName(segment, names[at] ?? '', work)) next.add(at + 1)
    if (next.size === 0) return false
    work?.spend(next.size)
    reached = next
  }
  return reached.has(names.length)
}

/**
 * Reports whether a name matches. Each part between asterisks is matched at its first occurrence, and the last part at
 * the end.
 */
function matchesName(
  { parts, characters }: Extract<Segment, { isAnyFolders: false }>,
  name: string,
  work: WorkBudget | undefined,
): boolean {
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  work?.spend(1)
  if (parts.length === 1) return first === name
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  work?.spend(Math.min(characters, parts.length + name.length) / charactersOfStep)
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > name.length - last.length) return false
    at = found + part.length
  }
  return true
}
