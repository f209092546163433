import { highestScore, shippedModel } from './classifier.ts'
import { ownWordsOf } from './features.ts'

/**
 * Scores from which a text is reported at a severity. `training/tool-texts/README.md` has the share of orders that are
 * found, and the false alarms.
 */
export const resemblance = { medium: 1.5, low: 1 } as const

/** Reports whether a sentence resembles orders so much that a rule that is uncertain about it can be certain. */
export const resemblesOrder = (sentence: string, toolName: string): boolean =>
  (highestScore(shippedModel(), [sentence], ownWordsOf(toolName))?.score ?? 0) >= resemblance.medium
