import type { IsolatedFile } from '../../../../src/engine/isolation/isolation.ts'

/** Returns files with these contents, named by index. */
export function filesThatSay(words: readonly string[]): IsolatedFile[] {
  return words.map((word, index) => ({ path: `file-${index}`, read: () => Buffer.from(word) }))
}
