import type { SnapshotFile } from '../../model/snapshot.ts'
import { maskSecrets } from '../leaked-secrets/mask-secrets.ts'
import { maskedPart } from '../leaked-secrets/masked-part.ts'

/** Maximum number of lines in a statement. */
export const statementLines = 6

/** Limits on the code to read. Longer lines come from bundlers. */
const limits = { lines: statementLines, maxLineCharacters: 400, maxCharacters: 240 }

export interface SinkCode {
  /** Code as written in the file, for the fingerprint. */
  readonly code: string
  /** Code on one line, truncated and with secrets masked. */
  readonly snippet: string
}

/**
 * Returns a function that extracts a sink's code at its place. The code of a multi-line call ends at its closing
 * bracket. In a long line of a bundle, the code starts at the place.
 */
export function sinkCodeOf(
  file: Pick<SnapshotFile, 'path' | 'content'>,
): (place: { readonly line: number; readonly column: number }) => SinkCode {
  const lines = file.content.toString('utf8').split('\n')
  return ({ line, column }) => {
    const first = lines[line - 1] ?? ''
    if (first.length > limits.maxLineCharacters) {
      const start = Math.max(Math.min(column, first.length) - 1, 0)
      const code = first.slice(start, start + limits.maxCharacters)
      return { code, snippet: displayCode(maskedPart(first, start, start + code.length, file.path)) }
    }
    const code = statementOf(lines, line - 1)
    return { code, snippet: displayCode(maskSecrets(code, file.path)) }
  }
}

/** Returns the line and those that follow, up to the last closing bracket. */
function statementOf(lines: readonly string[], at: number): string {
  const statement: string[] = []
  let open = 0
  for (const line of lines.slice(at, at + limits.lines)) {
    if (line.length > limits.maxLineCharacters) break
    statement.push(line)
    for (const character of line) {
      if ('([{'.includes(character)) open += 1
      else if (')]}'.includes(character)) open -= 1
    }
    // The body of a function argument is not part of the call.
    if (open <= 0 || /(?:=>|\)) ?\{$/.test(line.trimEnd())) break
  }
  return statement.join('\n')
}

function displayCode(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length <= limits.maxCharacters ? line : `${line.slice(0, limits.maxCharacters).toWellFormed()}…`
}
