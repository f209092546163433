import type { Case } from './cases.ts'
import { pressures } from './context.ts'
import { kindBits, type ThingKinds } from './thing-kinds.ts'
import { verbReadings } from './verbs.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const conditions = set('if when whenever unless whether while because since')

/** Reports whether the model can choose among the objects: `run one of the suggested commands`. */
export const isChoice = ({ reading, reading: { tokens }, demand: { at } }: Case): boolean =>
  (reading.kinds & (kindBits.before | kindBits.later | kindBits.secrecy)) === 0 &&
  tokens[at + 1]?.word === 'one' &&
  tokens[at + 2]?.word === 'of'

/** Reports whether a verb describes a state on which something depends: `when the variable is set`. */
export function isInCondition({ reading: { tokens }, demand: { at: verb } }: Case): boolean {
  if (!beings.has(tokens[verb - 1]?.word ?? '')) return false
  for (let at = verb - 2; at >= 0 && tokens[at]?.kind !== 'mark'; at -= 1) {
    const { word = '' } = tokens[at] ?? {}
    if (conditions.has(word)) return true
    // A clause before this one: `when the tool is used the key is sent`.
    if (beings.has(word) || verbReadings.get(word)?.forms.has('third') === true) return false
  }
  return false
}

const beings = set('is are was were be been')

/** Reports whether a parameter's text states when a value applies: `Use 'app' for applications`. */
export const isValueUse = ({ reading: { tokens }, demand: { at, lemma } }: Case): boolean =>
  lemma === 'use' &&
  quotes.has(tokens[at + 1]?.word ?? '') &&
  tokens[at + 2]?.kind === 'word' &&
  quotes.has(tokens[at + 3]?.word ?? '') &&
  tokens[at + 4]?.word === 'for'

const quotes = set('" \' `')

/** Reports whether a verb states what a quoted value does: `"editor" — write the settings file only`. */
export const isValueMeaning = ({ reading: { tokens, things }, demand: { at } }: Case): boolean =>
  at === 4 &&
  !things.some(({ kind, from }) => from > at && (kindBits[kind] & pressures) !== 0) &&
  quotes.has(tokens[0]?.word ?? '') &&
  quotes.has(tokens[2]?.word ?? '') &&
  dashes.has(tokens[3]?.word ?? '')

const dashes = set('\u2014 \u2013 - :')

const enabling = set('enable enables activate activates')

/** Reports whether a verb is one of two opposite settings: `enable or disable the filter`. */
export const isOppositeOfEnable = ({ reading: { tokens }, demand: { at } }: Case): boolean =>
  tokens[at - 1]?.word === 'or' && enabling.has(tokens[at - 2]?.word ?? '')

/** Reports whether the demand states what the tool is for: `Use for: local files`. */
export const isUseCase = ({ reading: { tokens }, demand: { at, lemma } }: Case): boolean =>
  lemma === 'use' && tokens[at + 1]?.word === 'for'

const identifier = /^use (?:[\w-]{1,20} ){0,3}(?:ids?|identifiers?|uuids?|slugs?)\b/i

/** Reports whether other calls get an identifier that the tool returned: `Use the ID when you call other tools`. */
export const isIdentifierUse = ({ reading: { tokens, sentence }, demand: { at } }: Case): boolean =>
  identifier.test(sentence.text.slice(tokens[at]?.start ?? 0))

const switching = set('switch turn shut')
const particles = set('off out down to into over away from')

/** Reports whether a verb is a noun, because nothing says to what it switches: `switch ports and firewall rules`. */
export const isSwitchNoun = ({ reading: { tokens }, demand: { lemma, at } }: Case): boolean =>
  switching.has(lemma) && !tokens.slice(at + 1).some(({ word }) => particles.has(word))

const clauseMarks = set('\u2014 \u2013')
/** Words after a mark that continue with the subject before it: `the checks — they are slow — must be skipped`. */
const continuing = set(
  'they these those it this that all both each which and or then so must should shall will can are is',
)

/**
 * Reports whether all things of these kinds are the subject of an earlier clause, and a passive verb has another one:
 * `safety checks are enforced — ports without power will be skipped`.
 */
export const isOfOtherClause = ({ reading: { tokens }, demand }: Case, kinds: ThingKinds): boolean => {
  if (demand.mood !== 'passive') return false
  const mark = tokens.findLastIndex(({ word }, at) => at < demand.at && clauseMarks.has(word))
  if (mark < 0 || continuing.has(tokens[mark + 1]?.word ?? 'it')) return false
  return demand.things.every(({ kind, to }) => (kindBits[kind] & kinds) === 0 || to <= mark)
}
