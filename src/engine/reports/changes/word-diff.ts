/** Part of a diff: words that occur in both texts, or in only one of them. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Maximum number of words per text. The running time is quadratic in this number. */
const maxWords = 400

/** Returns the word diff of two texts. If more than 400 words differ, the whole text counts as replaced. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const middle =
    oldMiddle.length > maxWords || newMiddle.length > maxWords
      ? [...all('removed', oldMiddle), ...all('added', newMiddle)]
      : compare(oldMiddle, newMiddle)
  return joined([...all('same', old.slice(0, start)), ...middle, ...all('same', old.slice(old.length - end))])
}

const wordsOf = (text: string): string[] => text.split(/\s/).filter((word) => word !== '')
const all = (kind: DiffPart['kind'], words: readonly string[]): DiffPart[] => words.map((text) => ({ kind, text }))

/** Compares words by computing their longest common subsequence. */
function compare(old: readonly string[], now: readonly string[]): DiffPart[] {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const parts: DiffPart[] = []
  for (let [i, j] = [0, 0]; i < old.length || j < now.length;) {
    const [was, is] = [old[i], now[j]]
    if (was !== undefined && was === is) {
      parts.push({ kind: 'same', text: was })
      i += 1
      j += 1
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: was })
      i += 1
    } else if (is !== undefined) {
      parts.push({ kind: 'added', text: is })
      j += 1
    }
  }
  return parts
}

/** Joins adjacent parts of the same kind. Between two common parts, removed words precede added ones. */
function joined(words: readonly DiffPart[]): DiffPart[] {
  const parts: DiffPart[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    if (removed.length > 0) parts.push({ kind: 'removed', text: removed.join(' ') })
    if (added.length > 0) parts.push({ kind: 'added', text: added.join(' ') })
    ;[removed, added] = [[], []]
  }
  let same: string[] = []
  for (const { kind, text } of words) {
    if (kind === 'same') {
      flush()
      same.push(text)
      continue
    }
    if (same.length > 0) parts.push({ kind: 'same', text: same.join(' ') })
    same = []
    ;(kind === 'removed' ? removed : added).push(text)
  }
  flush()
  if (same.length > 0) parts.push({ kind: 'same', text: same.join(' ') })
  return parts
}
