import type { ThingKind } from './thing-kinds.ts'
import type { Token } from './tokens.ts'

const superlatives = new Set(
  (
    'newest oldest latest earliest highest lowest largest smallest biggest longest shortest deepest closest nearest ' +
    'best worst cheapest fewest recent relevant'
  ).split(' '),
)
const beings = new Set(['is', 'are', 'was', 'were', 'be', 'been'])
const conditions = new Set(['if', 'when', 'whether', 'unless'])
/** Words after `must` in a constraint for a value: `must be one of`. */
const constraint = /^be (?:one|either|between|unique|less|greater|at (?:least|most))\b/

/** Reports whether the words of a phrase have another meaning in their sentence. */
export function isOtherSense(kind: ThingKind, tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word
  switch (kind) {
    case 'secrecy':
      return (
        isExcludedManner(tokens, at) || (word === 'hidden' && (isState(tokens, at) || tokens[at + 1]?.word === '='))
      )
    case 'secret':
      return tokens[at - 1]?.word === 'public' && !/^(?:non|not|yet)$/.test(tokens[at - 2]?.word ?? '')
    case 'before':
      // An order of results: `newest first`.
      return word === 'first' && superlatives.has(tokens[at - 1]?.word ?? '')
    case 'urgent':
    case 'repeated':
      return word === 'must' && constraint.test(`${wordsFrom(tokens, at + 1)} `)
    default:
      return false
  }
}

/** Returns three words. */
const wordsFrom = (tokens: readonly Token[], at: number): string =>
  tokens
    .slice(at, at + 3)
    .map(({ word }) => word)
    .join(' ')

/** Reports whether a participle describes a condition: `if any rows are hidden`. */
const isState = (tokens: readonly Token[], at: number): boolean =>
  beings.has(tokens[at - 1]?.word ?? '') &&
  tokens.slice(Math.max(at - 5, 0), at - 1).some(({ word }) => conditions.has(word))

/** Reports whether a sentence excludes a manner: `instead of silently overwriting`, `never silently`. */
function isExcludedManner(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at - 2]?.word, tokens[at - 1]?.word]
  return (first === 'instead' && second === 'of') || (first === 'rather' && second === 'than') || second === 'never'
}
