import type { WorkBudget } from '../work-budget.ts'

/** Braces beyond so many ways to read a pattern are taken literally: `{a,b}{a,b}…` doubles with each. */
const maxReadings = 64

/** So are braces in a pattern that is longer than any path can be: each way to read it is a copy of the pattern. */
const maxCharacters = 4_096

/** Characters of a pattern that are compared with a name in the time of one step. */
const charactersOfStep = 8

/** A pattern's part between two slashes: any folders, or a name with its parts between stars. */
type Segment =
  | { readonly isAnyFolders: true }
  | { readonly isAnyFolders: false; readonly parts: readonly string[]; readonly characters: number }

/**
 * Tells which folders the patterns of a workspace name, as npm, yarn and pnpm read them: `*` within a folder's name,
 * `**` for folders in between, `{a,b}` for either, `!` takes away what came before. No regular expressions are made of
 * untrusted text. A comparison takes time in the pattern times the folder's depth, which `work` counts.
 * The members of a `Cargo.toml` go through it too. `glob.ts` explains why `assay.yml` has a matcher of its own.
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

/** The segments of a pattern; `**` after `**` says nothing more. */
function compiled(pattern: string): Segment[] {
  const segments: Segment[] = []
  for (const name of namesIn(pattern)) {
    if (name !== '**') segments.push({ isAnyFolders: false, parts: name.split(/\*+/), characters: name.length })
    else if (segments.at(-1)?.isAnyFolders !== true) segments.push({ isAnyFolders: true })
  }
  return segments
}

/** A pattern without braces for each way to read it. */
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
        // One more than is counted shows that there are too many.
        for (const choice of choices.split(',', maxReadings + 1)) next.push(before + choice + after)
      }
      if (next.length > maxReadings) return [pattern]
    }
    if (!isOpen) return known
    known = next
  }
}

/** The first `{a,b}` of a pattern, where nothing is open before it. */
function firstChoices(pattern: string): { readonly before: string; readonly choices?: string; readonly after: string } {
  const start = pattern.search(/[{}]/)
  const end = start < 0 || pattern[start] !== '{' ? -1 : start + 1 + pattern.slice(start + 1).search(/[{}]/)
  return end <= start || pattern[end] !== '}'
    ? { before: pattern, after: '' }
    : { before: pattern.slice(0, start), choices: pattern.slice(start + 1, end), after: pattern.slice(end + 1) }
}

/** One row for each segment of the pattern: at how many names of the path it may have come. */
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

/** Each part between stars at the first place where it fits, the last one at the end. */
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
