import { limits } from '../model/limits.ts'

/** Says whether a whole path, or the whole name of a branch, is meant. */
export type Glob = (path: string) => boolean

/** A pattern understood, or what is wrong with it and what to write instead. */
export type ReadGlob = { readonly matches: Glob } | { readonly problem: string }

/**
 * Compiles a pattern of `assay.yml`. `*` stands for any characters but `/`, `?` for one, a whole segment `**` for any
 * number of folders, `{a,b}` for one of several texts, and a slash at the end for everything below; anything else,
 * brackets too, stands for itself. A comparison costs at most the product of both lengths, since segments are compared
 * each with each once: made into a regular expression, a few stars take seconds on a path of sixty folders.
 */
export function compileGlob(pattern: string): ReadGlob {
  const problem = problemOf(pattern)
  if (problem !== undefined) return { problem }
  const texts = expandBraces(pattern)
  if (texts === undefined) return { problem: `braces hold two or more texts between commas, as in {a,b}, do not nest, and stand for at most ${limits.projectSettings.globAlternatives} patterns` }
  const alternatives = texts.map((text) => (text.endsWith('/') ? `${text}**` : text).split('/').map(segmentOf))
  if (alternatives.some((segments) => segments.some((segment) => typeof segment === 'object' && segment.join('').includes('**')))) return { problem: '** stands alone between slashes, as in src/**/*.js' }
  // The ends of a pattern tell most paths: 2 million comparisons took 5 s without them and 0.8 s with them. A slash before `**` may be missing in a path.
  const ends = texts.map((text) => [(/^[^*?]*/.exec(text)?.[0] ?? '').replace(/\/$/, ''), text.endsWith('/') ? '' : (/[^*?/]*$/.exec(text)?.[0] ?? '')] as const)
  return { matches: (path) => alternatives.some((segments, index) => {
    const [start = '', end = ''] = ends[index] ?? []
    return path.startsWith(start) && path.endsWith(end) && matchSegments(segments, path.split('/'))
  }) }
}

const anyFolders = Symbol('**')
/** A text that stands for itself, or the characters of a pattern. */
type Segment = string | readonly string[] | typeof anyFolders

function segmentOf(text: string): Segment {
  if (text === '**') return anyFolders
  return /[*?]/.test(text) ? Array.from(text) : text
}

function problemOf(pattern: string): string | undefined {
  if (pattern === '') return 'a pattern is needed, such as src/**'
  if ([...pattern].length > limits.projectSettings.globCharacters) return `a pattern has at most ${limits.projectSettings.globCharacters} characters`
  if (pattern.startsWith('/') || pattern.startsWith('./')) return 'patterns begin at the root of the project, without / in front'
  if (pattern.startsWith('!')) return 'patterns cannot be negated; use include and exclude'
  if (pattern.includes('\\')) return 'folders are parted by /, and \\ has no meaning'
  return undefined
}

/** All texts that braces stand for; undefined where they are not what they should be. */
function expandBraces(pattern: string): string[] | undefined {
  let texts = ['']
  let rest = pattern
  while (rest !== '') {
    const open = rest.search(/[{}]/)
    if (open < 0) return texts.map((text) => text + rest)
    const close = rest.indexOf('}', open)
    const choices = rest.slice(open + 1, close).split(',')
    if (rest[open] === '}' || close < 0 || choices.length < 2 || choices.some((choice) => choice.includes('{'))) return undefined
    const before = rest.slice(0, open)
    texts = texts.flatMap((text) => choices.map((choice) => text + before + choice))
    if (texts.length > limits.projectSettings.globAlternatives) return undefined
    rest = rest.slice(close + 1)
  }
  return texts
}

/** Follows at once every number of segments of the path that the pattern so far can stand for. */
function matchSegments(pattern: readonly Segment[], path: readonly string[]): boolean {
  let reached = new Uint8Array(path.length + 1)
  reached[0] = 1
  for (const segment of pattern) {
    const next = new Uint8Array(path.length + 1)
    for (let at = 0; at <= path.length; at += 1) {
      const name = path[at]
      if (segment === anyFolders) next[at] = reached[at] === 1 || (at > 0 && next[at - 1] === 1) ? 1 : 0
      else if (reached[at] === 1 && name !== undefined && (typeof segment === 'string' ? segment === name : matchSegment(segment, Array.from(name)))) next[at + 1] = 1
    }
    reached = next
  }
  return reached[path.length] === 1
}

/** `*` and `?` in one segment: after a mismatch only the last star gives way, which is enough. */
function matchSegment(pattern: readonly string[], name: readonly string[]): boolean {
  let inPattern = 0
  let inName = 0
  let afterStar = -1
  let starEnd = 0
  while (inName < name.length) {
    if (pattern[inPattern] === '*') {
      inPattern += 1
      afterStar = inPattern
      starEnd = inName
    } else if (inPattern < pattern.length && (pattern[inPattern] === '?' || pattern[inPattern] === name[inName])) {
      inPattern += 1
      inName += 1
    } else {
      if (afterStar < 0) return false
      starEnd += 1
      inPattern = afterStar
      inName = starEnd
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1
  return inPattern === pattern.length
}
