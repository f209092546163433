import { toolDefinitionLimits } from './tool-definition-limits.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { maskedStart } from '../leaked-secrets/masked-part.ts'

/** Place in a file, with the text of its line. */
export interface TextPlace {
  readonly path: string
  readonly line: number
  readonly snippet: string
}

/** Minimum length of a run of words to search for. Shorter runs also occur in other texts. */
const minRunLength = 12

/** Number of bytes that may still be searched in each snapshot. */
const searchable = new WeakMap<Pick<Snapshot, 'files'>, number>()

/**
 * Returns the place of an excerpt: in the file that contains the declaration, as close to the declaration as possible,
 * or in another project file. Ignores quotation marks, escapes, and line breaks between words. Falls back to the
 * declaration if the excerpt is not found or the byte limit is reached.
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
      .filter((run) => run.length >= Math.min(minRunLength, excerpt.length))
      .slice(0, 8) ?? []
  // A sentence can span several source lines, so its first and last words are searched too.
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
    const lineThere = nearestLine(file.content, 1, runs)
    if (lineThere !== undefined) return { path: file.path, line: lineThere, snippet: lineOf(file, lineThere) }
  }
  return { path, line, snippet: declared ? lineOf(declared, line) : '' }
}

function pieces(run: string): string[] {
  const words = run.split(' ')
  return [words.slice(0, 6), words.slice(0, 4), words.slice(-6), words.slice(-4)]
    .map((part) => part.join(' '))
    .filter((part) => part.length >= minRunLength && part !== run)
}

/** Returns the line nearest to `line` that contains the first string found in the file. */
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

/** Maximum length of a snippet in characters. */
const snippetCharacters = 300

/** Maximum length of a line in bytes. Secrets are masked before the line is truncated. */
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
