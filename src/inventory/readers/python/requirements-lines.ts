import { linesOf } from '../../syntax/lines.ts'

/** One statement of a requirements file, continuation lines joined and comments taken off. */
export interface RequirementsLine {
  readonly text: string
  /** Where it starts, from 1. */
  readonly line: number
  /** Who asks for it, as comments of pip-compile and uv tell: names, or `-r file`. */
  readonly via: readonly string[]
}

/** The statements of a requirements file, https://pip.pypa.io/en/stable/reference/requirements-file-format/ */
export function requirementsLines(text: string): RequirementsLine[] {
  const statements: { readonly text: string; readonly line: number; readonly via: string[] }[] = []
  let pieces: string[] = []
  let start = 0
  let namesFollow = false
  const finish = (): void => {
    const joined = pieces.join('').trim()
    if (joined !== '') statements.push({ text: joined, line: start + 1, via: [] })
    pieces = []
  }
  for (const [index, raw] of linesOf(text).entries()) {
    const { content, comment } = parted(raw)
    if (content === '' && comment !== undefined && pieces.length === 0) {
      const via = statements.at(-1)?.via ?? []
      if (comment.startsWith('via ')) via.push(...namesIn(comment))
      else if (namesFollow) via.push(comment)
      namesFollow = comment === 'via' || (namesFollow && comment !== '')
      continue
    }
    namesFollow = false
    if (pieces.length === 0) start = index
    const continues = content.endsWith('\\')
    pieces.push(continues ? content.slice(0, -1) : content)
    if (continues) continue
    finish()
    if (comment?.startsWith('via ')) statements.at(-1)?.via.push(...namesIn(comment))
  }
  finish()
  return statements
}

/** Who asks for one package, as far as one comment tells; nobody has so many. */
const mostNames = 1_000

const namesIn = (comment: string): string[] => comment.slice('via '.length).split(',', mostNames).map((name) => name.trim())

/** A `#` starts a comment at the start of a line or after white space. */
function parted(line: string): { readonly content: string; readonly comment: string | undefined } {
  for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
    const before = line[at - 1]
    if (before === undefined || before === ' ' || before === '\t') return { content: line.slice(0, at).trim(), comment: line.slice(at + 1).trim() }
  }
  return { content: line.trim(), comment: undefined }
}
