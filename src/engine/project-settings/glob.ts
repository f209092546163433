import { projectSettingsLimits } from './project-settings-limits.ts'

/** Matches an entire path or branch name. Adds the maximum cost of the comparison to `effort`. */
export type Glob = (path: string, effort?: Effort) => boolean

/** Total cost of all comparisons so far. The cost of one comparison is the product of both lengths. */
export interface Effort {
  spent: number
}

/** Compiled pattern, or a message that says what is wrong with it and how to fix it. */
export type ReadGlob = { readonly matches: Glob } | { readonly problem: string }

/**
 * Compiles a pattern in `assay.yml`. `*` matches any characters except `/`, `?` matches one character, a whole segment
 * `**` matches any number of folders, `{a,b}` matches any of the alternatives, and a trailing slash matches everything
 * below. All other characters, including brackets, match themselves. A comparison costs at most the product of both
 * lengths for each brace alternative. A regular expression with a few stars would take seconds on a path with sixty
 * folders.
 *
 * Two other formats have their own rules and matchers. `workspace-patterns.ts` reads workspaces: `?` is literal, `!`
 * excludes, an empty pattern list is an error, and each comparison counts against a work budget. `wildmatch.ts` reads
 * `.gitignore`: strings are bytes, and brackets and `\` are special. Node's `path.matchesGlob` has no limit: in Node
 * 24, matching a name of 60 `a`s against `*a` repeated eight times followed by `b` took 40 s.
 */
export function compileGlob(pattern: string): ReadGlob {
  const problem = problemOf(pattern)
  if (problem !== undefined) return { problem }
  const texts = expandBraces(pattern)
  if (texts === undefined)
    return {
      problem:
        'braces must contain two or more alternatives separated by commas, as in {a,b}; they cannot be ' +
        `nested, and can expand to at most ${projectSettingsLimits.maxGlobAlternatives} patterns`,
    }
  const alternatives = texts.map((text) => (text.endsWith('/') ? `${text}**` : text).split('/').map(segmentOf))
  if (
    alternatives.some((segments) =>
      segments.some((segment) => typeof segment === 'object' && segment.join('').includes('**')),
    )
  )
    return { problem: '** must be a complete path segment, as in src/**/*.js' }
  // Compares the literal ends of a pattern first, because they exclude most paths: 2 million comparisons took 5 s
  // without this check and 0.8 s with it. A path may omit the slash before `**`.
  const ends = texts.map(
    (text) =>
      [
        (/^[^*?]*/.exec(text)?.[0] ?? '').replace(/\/$/, ''),
        text.endsWith('/') ? '' : (/(?<![^*?/])[^*?/]*$/.exec(text)?.[0] ?? ''),
      ] as const,
  )
  return {
    matches: (path, effort) =>
      alternatives.some((segments, index) => {
        const [start = '', end = ''] = ends[index] ?? []
        if (!path.startsWith(start) || !path.endsWith(end)) return false
        if (effort) effort.spent += pattern.length * path.length
        return matchSegments(segments, path.split('/'))
      }),
  }
}

const anyFolders = Symbol('**')
/** Path segment in a pattern: literal text, the characters of a pattern with wildcards, or `**`. */
type Segment = string | readonly string[] | typeof anyFolders

function segmentOf(text: string): Segment {
  if (text === '**') return anyFolders
  return /[*?]/.test(text) ? Array.from(text) : text
}

function problemOf(pattern: string): string | undefined {
  if (pattern === '') return 'a pattern is required, for example src/**'
  if ([...pattern].length > projectSettingsLimits.maxGlobCharacters)
    return `a pattern can have at most ${projectSettingsLimits.maxGlobCharacters} characters`
  if (pattern.startsWith('/') || pattern.startsWith('./'))
    return 'patterns are relative to the project root and cannot start with / or ./'
  if (pattern.startsWith('!')) return 'patterns cannot be negated; use include and exclude'
  if (pattern.includes('\\')) return 'use / to separate folders; \\ is not supported'
  return undefined
}

/** Expands braces to all alternatives. Returns undefined if they are invalid. */
function expandBraces(pattern: string): string[] | undefined {
  let texts = ['']
  let rest = pattern
  while (rest !== '') {
    const open = rest.search(/[{}]/)
    if (open < 0) return texts.map((text) => text + rest)
    const close = rest.indexOf('}', open)
    const choices = rest.slice(open + 1, close).split(',')
    if (rest[open] === '}' || close < 0 || choices.length < 2 || choices.some((choice) => choice.includes('{')))
      return undefined
    const before = rest.slice(0, open)
    texts = texts.flatMap((text) => choices.map((choice) => text + before + choice))
    if (texts.length > projectSettingsLimits.maxGlobAlternatives) return undefined
    rest = rest.slice(close + 1)
  }
  return texts
}

/**
 * Matches segments. After a mismatch, only the last `**` is extended. This is sufficient because any match found by
 * extending an earlier `**` can also be found by extending the last one.
 */
function matchSegments(pattern: readonly Segment[], path: readonly string[]): boolean {
  return matchSequence(pattern, path, anyFolders, (segment, name) =>
    typeof segment === 'string'
      ? segment === name
      : typeof segment === 'object' && matchSegment(segment, Array.from(name)),
  )
}

function matchSegment(pattern: readonly string[], name: readonly string[]): boolean {
  return matchSequence(pattern, name, '*', (character, written) => character === '?' || character === written)
}

/** Reports whether an entire sequence matches a pattern in which `any` matches any number of items. */
function matchSequence<Part, Member>(
  pattern: readonly Part[],
  sequence: readonly Member[],
  any: Part,
  isMeant: (part: Part, member: Member) => boolean,
): boolean {
  let inPattern = 0
  let inSequence = 0
  let afterAny = -1
  let anyEnd = 0
  for (let member = sequence[0]; member !== undefined; member = sequence[inSequence]) {
    const part = pattern[inPattern]
    if (part === any) {
      inPattern += 1
      afterAny = inPattern
      anyEnd = inSequence
    } else if (part !== undefined && isMeant(part, member)) {
      inPattern += 1
      inSequence += 1
    } else {
      if (afterAny < 0) return false
      anyEnd += 1
      inPattern = afterAny
      inSequence = anyEnd
    }
  }
  while (pattern[inPattern] === any) inPattern += 1
  return inPattern === pattern.length
}
