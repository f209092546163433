import type { ParsedText } from '../tool-rule.ts'
import { highestScore, shippedModel } from './classifier.ts'
import type { WordHash } from './word-hashes.ts'

/**
 * Scores from which a text is reported at a severity. `training/tool-texts/README.md` has the share of orders that are
 * found, and the false alarms.
 */
export const resemblance = { medium: 1.5, low: 1 } as const

/** Parts that the model judges. Templates are instructions themselves, and no names or values were in the training. */
const judgedParts: ReadonlySet<ParsedText['part']> = new Set(['title', 'description', 'parameter'])

/** Reports whether the model judges a text. */
export const isJudged = ({ part }: Pick<ParsedText, 'part'>): boolean => judgedParts.has(part)

/** Reports whether a sentence has a score that raises an uncertain finding about it to `medium`. */
export const resemblesOrder = (
  text: Pick<ParsedText, 'part'>,
  sentence: string,
  ownWords: ReadonlySet<WordHash>,
): boolean => isJudged(text) && (highestScore(shippedModel(), [sentence], ownWords)?.score ?? 0) >= resemblance.medium
