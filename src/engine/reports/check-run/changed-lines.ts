/** First and last line number of a range, starting at 1. */
export type LineRange = readonly [first: number, last: number]

/** Line ranges that a change adds or rewrites, by path in the new version. */
export type ChangedLines = ReadonlyMap<string, readonly LineRange[]>

/**
 * Returns the line ranges that a unified diff adds to the new file, from top to bottom. Deletions add no ranges. Relies
 * on the counts in the hunk headers, because a line of the file may itself look like a header. Stops at the first line
 * that is not part of a diff, and returns the ranges found so far.
 *
 * @param patch `patch` of a file in GitHub's response, which starts with the first `@@`
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

/** Number of remaining lines in a hunk, and the number of the next line in the new file. */
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

/** Yields each line, except for an empty last line and the note about a missing newline at the end of the file. */
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
