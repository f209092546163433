/** Text in three parts: the words before a change, the changed words, and the words after it. */
export interface ChangedWords {
  readonly before: string
  readonly removed: string
  readonly added: string
  readonly after: string
}

/**
 * Splits two texts into their common prefix, their common suffix, and the differing words in between. White space stays
 * attached to words.
 */
export function changedWords(old: string, now: string): ChangedWords {
  const [was, is] = [wordsOf(old), wordsOf(now)]
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start += 1
  let end = 0
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  return {
    before: was.slice(0, start).join(''),
    removed: was.slice(start, was.length - end).join(''),
    added: is.slice(start, is.length - end).join(''),
    after: is.slice(is.length - end).join(''),
  }
}

const wordsOf = (text: string): string[] => text.split(/(?<=\s)(?=\S)/)
