import { toolDefinitionLimits } from './tool-definition-limits.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { maskedStart } from '../leaked-secrets/masked-part.ts'

/** A place in a file, and the line there. */
export interface TextPlace {
  readonly path: string
  readonly line: number
  readonly snippet: string
}

/** Words of an excerpt that are looked for in a file: no shorter than this, so that they are its own. */
const shortestRun = 12

/** Bytes that may still be searched in a snapshot, each time that they are. */
const searchable = new WeakMap<Pick<Snapshot, 'files'>, number>()

/**
 * Where the words of an excerpt stand: in the file that declares the tool, as near as may be to the declaration, or in
 * another file of the project. What a text has between its words in the source (quotation marks, escapes, line ends) is
 * not looked for. Falls back to the declaration, also where so much was searched for the findings before that there is
 * no time for more.
 */
export function placeOfText(
  snapshot: Pick<Snapshot, 'files'>,
  { path, line }: { readonly path: string; readonly line: number },
  excerpt: string,
): TextPlace {
  const { files } = snapshot
  const declared = files.get(path)
  let left = searchable.get(snapshot) ?? toolDefinitionLimits.maxTotalSearchedBytes
  if (left <= 0) return { path, line, snippet: declared ? lineOf(declared, line) : '' }
  const runs =
    excerpt
      .match(/[A-Za-z0-9 ,.:~/_-]{2,200}/g)
      ?.map((run) => run.trim())
      .filter((run) => run.length >= Math.min(shortestRun, excerpt.length))
      .slice(0, 8) ?? []
  // A sentence that was put together of lines stands in the source with line ends between: its first words on one line
  // count.
  const sought = runs.flatMap((run) => [run, ...pieces(run)])
  left -= (declared?.size ?? 0) * sought.length
  searchable.set(snapshot, left)
  const near = declared && nearestLine(declared.content, line, sought)
  if (declared && near !== undefined) return { path, line: near, snippet: lineOf(declared, near) }
  let bytes = 0
  for (const file of runs.length === 0 ? [] : files.values()) {
    if (
      file.path === path ||
      !/\.(?:[cm]?[jt]sx?|py|json|ya?ml|md|txt)$/.test(file.path) ||
      /(?:^|\/)node_modules\//.test(file.path)
    )
      continue
    bytes += file.size
    left -= file.size * runs.length
    searchable.set(snapshot, left)
    if (bytes > toolDefinitionLimits.maxSearchedBytes || left <= 0) break
    const found = nearestLine(file.content, 1, runs)
    if (found !== undefined) return { path: file.path, line: found, snippet: lineOf(file, found) }
  }
  return { path, line, snippet: declared ? lineOf(declared, line) : '' }
}

function pieces(run: string): string[] {
  const words = run.split(' ')
  return [words.slice(0, 6), words.slice(0, 4), words.slice(-6), words.slice(-4)]
    .map((part) => part.join(' '))
    .filter((part) => part.length >= shortestRun && part !== run)
}

/** The line in which any of the texts stands, nearest to a line; the first text that is there decides. */
function nearestLine(content: Buffer, line: number, sought: readonly string[]): number | undefined {
  for (const text of sought) {
    let best: number | undefined
    let [from, atLine] = [0, 1]
    for (
      let at = content.indexOf(text), count = 0;
      at >= 0 && count < 200;
      at = content.indexOf(text, at + 1), count += 1
    ) {
      atLine += newlines(content, from, at)
      from = at
      if (best === undefined || Math.abs(atLine - line) < Math.abs(best - line)) best = atLine
    }
    if (best !== undefined) return best
  }
  return undefined
}

function newlines(content: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = content.indexOf(0x0a, from); at >= 0 && at < to; at = content.indexOf(0x0a, at + 1)) count += 1
  return count
}

/** Of a line, what people want to see. */
const snippetCharacters = 300

/** Of a line, what is read: so much more that a secret is known as one before the line is cut. */
const snippetBytes = 20_000

function lineOf({ path, content }: Pick<SnapshotFile, 'path' | 'content'>, line: number): string {
  let from = 0
  for (let count = 1; count < line; count += 1) {
    const end = content.indexOf(0x0a, from)
    if (end < 0) return ''
    from = end + 1
  }
  const end = content.indexOf(0x0a, from)
  const text = content
    .subarray(from, Math.min(end < 0 ? content.length : end, from + snippetBytes))
    .toString('utf8')
    .trim()
  return maskedStart(text, snippetCharacters, path).slice(0, snippetCharacters).toWellFormed()
}
