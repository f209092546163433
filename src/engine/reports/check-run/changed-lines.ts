/** First and last line of a stretch of a file, from 1. */
export type LineRange = readonly [first: number, last: number]

/** By path, the stretches of the new file that a change adds or rewrites. */
export type ChangedLines = ReadonlyMap<string, readonly LineRange[]>

/**
 * The lines of the new file that a unified diff adds, as stretches from top to bottom; what it only takes away has
 * none. Lines are told apart by the counts in the headers, so that a text of the file which looks like a header is
 * none. Whatever is no diff ends the reading, and what was understood until then counts.
 *
 * @param patch `patch` of a file in GitHub's answers, which begins with the first `@@`
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

/** What is left of a stretch of a diff, and the line of the new file that comes next. */
interface Hunk {
  readonly line: number
  readonly newLeft: number
  readonly oldLeft: number
}

function readHeader(text: string): Hunk | undefined {
  const found = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(text)
  return found ? { line: Number(found[2]), oldLeft: Number(found[1] ?? 1), newLeft: Number(found[3] ?? 1) } : undefined
}

/** One by one, without the note that a file ends without a line break, and without an empty last line. */
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
