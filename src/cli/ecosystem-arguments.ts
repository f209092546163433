import { advisoryEcosystems, type Ecosystem } from '../engine/model/component.ts'
import { UsageError } from './command.ts'
import { unknownMember } from './option-values.ts'

/** Returns the ecosystems that words name in any case, each once. Without words, all. Throws UsageError. */
export function ecosystemsOf(words: readonly string[]): readonly Ecosystem[] {
  return words.length === 0 ? advisoryEcosystems : [...new Set(words.map(ecosystemOf))]
}

function ecosystemOf(word: string): Ecosystem {
  const ecosystem = advisoryEcosystems.find((name) => name.toLowerCase() === word.toLowerCase())
  if (!ecosystem) throw new UsageError(unknownMember(advisoryEcosystems, word, 'ecosystem'))
  return ecosystem
}
