import { Keyed, KeywordIndex } from '../keywords/keyword-index.ts'
import type { Requirement } from '../keywords/requirement.ts'
import { kindBits, thingKinds, type ThingKinds } from './thing-kinds.ts'
import { requirementOfKinds } from './things.ts'
import { type Actions, actionBits, verbReadings } from './verbs.ts'

/** Words beside the kinds, as bits that no kind has. */
export const wordBits = {
  sends: 1 << thingKinds.length,
  skips: 1 << (thingKinds.length + 1),
  automatically: 1 << (thingKinds.length + 2),
} as const

/** Starts of words in a sentence. All marks count as a space. */
const starts = new KeywordIndex({ joinsMarks: true })

const startsOf = (words: readonly string[]): Requirement => ({ any: words.map((word) => ` ${word}`), others: [] })

/** Returns the requirement that a sentence contains a verb of one of these actions. */
const verbsOf = (actions: Actions): Requirement =>
  startsOf([...verbReadings].filter(([, reading]) => (reading.actions & actions) !== 0).map(([word]) => word))

/** A condition for each bit. */
const conditions = [
  ...thingKinds.map((kind) => ({ bit: kindBits[kind], keyed: new Keyed(() => requirementOfKinds(kind), starts) })),
  { bit: wordBits.sends, keyed: new Keyed(() => verbsOf(actionBits.send), starts) },
  { bit: wordBits.skips, keyed: new Keyed(() => verbsOf(actionBits.skip), starts) },
  { bit: wordBits.automatically, keyed: new Keyed(() => startsOf(['automatically']), starts) },
]

/** Returns the kinds, and the bits of other words, that a sentence may contain according to the starts of its words. */
export function possibleKinds(text: string): ThingKinds {
  const keywords = starts.keywordsIn(text)
  let kinds = 0
  for (let at = 0; at < conditions.length; at += 1) {
    const condition = conditions[at]
    if (condition?.keyed.mayBeIn(keywords) === true) kinds |= condition.bit
  }
  return kinds
}
