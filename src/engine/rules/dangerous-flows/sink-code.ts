import type { SnapshotFile } from '../../model/snapshot.ts'
import { maskSecrets } from '../leaked-secrets/mask-secrets.ts'
import { maskedPart } from '../leaked-secrets/masked-part.ts'

/** Lines of a statement that are looked at. */
export const statementLines = 6

/** Lines of a statement, and characters of each that are looked at: longer ones are written by bundlers. */
const bounds = { lines: statementLines, lineCharacters: 400, shownCharacters: 240 }

/** The code of a sink. */
export interface SinkCode {
  /** As it stands in the file, for its fingerprint. */
  readonly code: string
  /** In one line, cut, secrets masked. */
  readonly snippet: string
}

/**
 * Finds the code of sinks of one file by their places. A call that goes on over lines counts as a whole, as far as its
 * brackets tell; of a line of a bundle what begins at the place.
 */
export function sinkCodeOf(
  file: Pick<SnapshotFile, 'path' | 'content'>,
): (place: { readonly line: number; readonly column: number }) => SinkCode {
  const lines = file.content.toString('utf8').split('\n')
  return ({ line, column }) => {
    const first = lines[line - 1] ?? ''
    if (first.length > bounds.lineCharacters) {
      const start = Math.max(Math.min(column, first.length) - 1, 0)
      const code = first.slice(start, start + bounds.shownCharacters)
      return { code, snippet: shown(maskedPart(first, start, start + code.length, file.path)) }
    }
    const code = statementOf(lines, line - 1)
    return { code, snippet: shown(maskSecrets(code, file.path)) }
  }
}

/** The line and those after it, until as many brackets are closed as were opened. */
function statementOf(lines: readonly string[], at: number): string {
  const taken: string[] = []
  let open = 0
  for (const line of lines.slice(at, at + bounds.lines)) {
    if (line.length > bounds.lineCharacters) break
    taken.push(line)
    for (const character of line) {
      if ('([{'.includes(character)) open += 1
      else if (')]}'.includes(character)) open -= 1
    }
    // The body of a function that is handed over is no part of the call.
    if (open <= 0 || /(?:=>|\)) ?\{$/.test(line.trimEnd())) break
  }
  return taken.join('\n')
}

function shown(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length <= bounds.shownCharacters ? line : `${line.slice(0, bounds.shownCharacters).toWellFormed()}…`
}
