import { linesOf } from '../../syntax/lines.ts'

/** Statement in a requirements file, with continuation lines joined and comments removed. */
export interface RequirementsLine {
  readonly text: string
  /** First line, starting at 1. */
  readonly line: number
  /** Dependents named in comments by pip-compile and uv, or `-r file`. */
  readonly via: readonly string[]
}

/**
 * Yields the statements in a requirements file, https://pip.pypa.io/en/stable/reference/requirements-file-format/.
 * Implemented as a generator, because a file of 4 MiB can have two million statements.
 */
export function* requirementsLines(text: string): Generator<RequirementsLine> {
  let told: { readonly text: string; readonly line: number; readonly via: string[] } | undefined
  let pieces: string[] = []
  let start = 0
  let namesFollow = false
  for (const [index, raw] of linesOf(text).entries()) {
    const { content, comment } = parted(raw)
    if (content === '' && comment !== undefined && pieces.length === 0) {
      if (comment.startsWith('via ')) told?.via.push(...namesIn(comment))
      else if (namesFollow) told?.via.push(comment)
      namesFollow = comment === 'via' || (namesFollow && comment !== '')
      continue
    }
    namesFollow = false
    if (pieces.length === 0) start = index
    const continues = content.endsWith('\\')
    pieces.push(continues ? content.slice(0, -1) : content)
    if (continues) continue
    const joined = pieces.join('').trim()
    pieces = []
    if (joined !== '') {
      if (told) yield told
      told = { text: joined, line: start + 1, via: [] }
    }
    if (comment?.startsWith('via ')) told?.via.push(...namesIn(comment))
  }
  if (told) yield told
  const rest = pieces.join('').trim()
  if (rest !== '') yield { text: rest, line: start + 1, via: [] }
}

/** Maximum number of dependents in a comment. Real files have far fewer. */
const maxNames = 1_000

const namesIn = (comment: string): string[] =>
  comment
    .slice('via '.length)
    .split(',', maxNames)
    .map((name) => name.trim())

/** Splits a line into content and comment. A `#` starts a comment at the start of a line or after whitespace. */
function parted(line: string): { readonly content: string; readonly comment: string | undefined } {
  for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
    const before = line[at - 1]
    if (before === undefined || before === ' ' || before === '\t')
      return { content: line.slice(0, at).trim(), comment: line.slice(at + 1).trim() }
  }
  return { content: line.trim(), comment: undefined }
}
