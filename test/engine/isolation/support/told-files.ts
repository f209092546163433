import type { IsolatedFile } from '../../../../src/engine/isolation/isolation.ts'

/** Files that hold these words, named by their place. */
export function filesThatSay(words: readonly string[]): IsolatedFile[] {
  return words.map((word, index) => ({ path: `file-${index}`, read: () => Buffer.from(word) }))
}
