/** First and last line of a range in a file, from 1. */
export type LineRange = readonly [first: number, last: number]

/** The ranges of each new file that a change adds or rewrites, by path. */
export type ChangedLines = ReadonlyMap<string, readonly LineRange[]>

/**
 * Returns the ranges of the new file that a unified diff adds, from top to bottom. A deletion adds no range. The counts
 * in the headers separate lines from headers, because a line of the file may look like a header. Parsing stops at the
 * first line that is not part of a diff, and returns the ranges up to there.
 *
 * @param patch `patch` of a file in GitHub's answers, which starts with the first `@@`
 */
export function changedLinesOf(patch: string): LineRange[] {
  const ranges: LineRange[] = []
  let hunk: Hunk | undefined
  for (const text of linesFrom(patch)) {
    if (hunk === undefined) {
      hunk = readHeader(text)
      if (hunk === undefined) break
    } else if (text.startsWith('+')) {
      extend(ranges, hunk.line)
      hunk = { ...hunk, line: hunk.line + 1, newLeft: hunk.newLeft - 1 }
    } else if (text.startsWith('-')) hunk = { ...hunk, oldLeft: hunk.oldLeft - 1 }
    else if (text.startsWith(' ') || text === '')
      hunk = { line: hunk.line + 1, newLeft: hunk.newLeft - 1, oldLeft: hunk.oldLeft - 1 }
    else break
    if (hunk.newLeft < 0 || hunk.oldLeft < 0) break
    if (hunk.newLeft === 0 && hunk.oldLeft === 0) hunk = undefined
  }
  return ranges
}

/** The remaining lines of a hunk, and the next line of the new file. */
interface Hunk {
  readonly line: number
  readonly newLeft: number
  readonly oldLeft: number
}

function readHeader(text: string): Hunk | undefined {
  const header = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(text)
  return header
    ? { line: Number(header[2]), oldLeft: Number(header[1] ?? 1), newLeft: Number(header[3] ?? 1) }
    : undefined
}

/** Yields each line, except an empty last line and the note that a file has no line break at its end. */
function* linesFrom(patch: string): Generator<string> {
  for (let start = 0; start < patch.length;) {
    const end = patch.indexOf('\n', start)
    const text = patch.slice(start, end < 0 ? undefined : end)
    if (!text.startsWith('\\ No newline')) yield text
    start = end < 0 ? patch.length : end + 1
  }
}

function extend(ranges: LineRange[], line: number): void {
  const last = ranges.at(-1)
  if (last && last[1] === line - 1) ranges[ranges.length - 1] = [last[0], line]
  else ranges.push([line, line])
}
