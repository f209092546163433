import { type Ecosystem, matchedEcosystems } from '../engine/model/component.ts'
import { UsageError } from './command.ts'
import { unknownMember } from './option-values.ts'

/**
 * Returns the ecosystems with these names, without duplicates. Ignores case. Throws UsageError for an unknown name.
 *
 * @param byDefault ecosystems to return if no name is given
 */
export function ecosystemsOf(
  words: readonly string[],
  byDefault: readonly Ecosystem[] = matchedEcosystems,
): readonly Ecosystem[] {
  return words.length === 0 ? byDefault : [...new Set(words.map(ecosystemOf))]
}

function ecosystemOf(word: string): Ecosystem {
  const ecosystem = matchedEcosystems.find((name) => name.toLowerCase() === word.toLowerCase())
  if (!ecosystem) throw new UsageError(unknownMember(matchedEcosystems, word, 'ecosystem'))
  return ecosystem
}
