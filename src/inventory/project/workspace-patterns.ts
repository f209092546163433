/** Braces beyond so many ways to read a pattern are taken literally: `{a,b}{a,b}…` doubles with each. */
const mostReadings = 64

/**
 * Tells which folders the patterns of a workspace name, as npm, yarn and pnpm read them: `*` within a
 * folder's name, `**` for folders in between, `{a,b}` for either, `!` takes away what came before.
 * Linear in pattern times path: no regular expressions are made of somebody else's text.
 */
export function workspaceMatcher(patterns: readonly string[]): (folder: string) => boolean {
  const steps = patterns.map((pattern) => {
    const isExclusion = pattern.startsWith('!')
    return { isExclusion, paths: readings(isExclusion ? pattern.slice(1) : pattern).map(segmentsOf) }
  })
  return (folder) => {
    const segments = segmentsOf(folder)
    let matches = false
    for (const { isExclusion, paths } of steps) if (matches === isExclusion && paths.some((path) => matchesPath(path, segments))) matches = !isExclusion
    return matches
  }
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '' && segment !== '.')

/** A pattern without braces for each way to read it. */
function readings(pattern: string): string[] {
  let known = [pattern]
  for (;;) {
    const next = known.flatMap((reading) => {
      const [, before = '', choices, after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(reading) ?? []
      return choices === undefined ? [reading] : choices.split(',').map((choice) => before + choice + after)
    })
    if (next.length > mostReadings) return [pattern]
    if (next.length === known.length && next.every((reading, index) => reading === known[index])) return known
    known = next
  }
}

/** One row for each segment of the pattern: at how many segments of the path it may have come. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = new Set([0])
  for (const segment of pattern) {
    const next = new Set<number>()
    for (const at of reached) {
      if (segment === '**') for (let end = at; end <= path.length; end++) next.add(end)
      else if (at < path.length && matchesName(segment, path[at] ?? '')) next.add(at + 1)
    }
    reached = next
  }
  return reached.has(path.length)
}

/** Each part between stars at the first place where it fits, the last one at the end. */
function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > name.length - last.length) return false
    at = found + part.length
  }
  return true
}
