import { type DemandContext, isAround, pressures } from './context.ts'
import { wordBits } from './possible-kinds.ts'
import type { Reading } from './read-demands.ts'
import { kindBits, kindsOf, type ThingKinds } from './thing-kinds.ts'

const secrets = kindsOf('secret', 'secret-store')
/** Words that make a demand about a file one for the judges. */
const besideFiles =
  kindsOf('before', 'also', 'secrecy', 'repeated', 'later', 'pretext', 'all', 'user-data', 'user', 'parameter') |
  wordBits.sends
/** Words that make a demand about another place one for the judges. */
const besideOutside =
  kindsOf('user-data', 'conversation', 'result', 'files', 'all', 'secrecy', 'when-user', 'also') | secrets

/** Objects, and the words that a judge needs at least one of in the same sentence. */
const combinations: readonly { readonly about: ThingKinds; readonly beside: ThingKinds }[] = [
  { about: kindsOf('outside'), beside: besideOutside },
  { about: kindsOf('conversation'), beside: kindsOf('parameter') | wordBits.sends },
  { about: secrets, beside: wordBits.automatically },
  { about: kindsOf('user-data'), beside: kindsOf('secrecy', 'repeated', 'when-user', 'also') },
  { about: kindsOf('files'), beside: besideFiles },
  { about: kindsOf('command'), beside: kindsOf('before', 'urgent', 'repeated', 'later', 'secrecy', 'safety') },
  { about: kindsOf('safety'), beside: wordBits.skips },
  { about: kindsOf('persona'), beside: kindsOf('model', 'safety', 'result') },
  { about: kindsOf('secrecy'), beside: kindsOf('when-user', 'also', 'repeated') },
]

/** Words beside a path or a variable, which is a secret or a file, and beside an address, which is another place. */
const besidePlace = besideFiles | kindsOf('outside', 'settings') | wordBits.automatically
const besideAddress = besideOutside | kindBits.repeated

/** Objects of demands that need a condition, urgency, or a statement that the model must do it. */
const pressed = kindsOf('secret', 'secret-store', 'conversation', 'settings')
const pressing = pressures | kindBits.model

/**
 * Maximum length of a sentence that is compared. An address is cut after 300 characters, and a word can follow the cut
 * without a space.
 */
export const maxComparedLength = 300

const isPressing = ({ sentence: { text }, possibleKinds }: Reading): boolean =>
  (possibleKinds & pressing) !== 0 || text.length > maxComparedLength

/** Whether a sentence contains characters of paths or variables, and of addresses. */
export interface Places {
  readonly hasPlace: boolean
  readonly hasAddress: boolean
}

/**
 * Reports whether a sentence that mentions an object also contains the other words that a judge needs. Most short
 * sentences do not, and their words are not read.
 */
export function mayCombine(context: DemandContext, reading: Reading, { hasPlace, hasAddress }: Places): boolean {
  const { text } = reading.sentence
  const kinds = reading.possibleKinds
  if (text.length > maxComparedLength || isCombined(kinds)) return true
  if (hasPlace && (hasAddress || (kinds & besidePlace) !== 0)) return true
  if (hasAddress && (kinds & besideAddress) !== 0) return true
  // A quoted name can be a parameter, and a file name can be one of settings.
  if ((kinds & kindBits.conversation) !== 0 && /["'`]/.test(text)) return true
  if ((kinds & kindBits.settings) !== 0 && /[./]\S/.test(text)) return true
  return (
    (hasPlace || (kinds & pressed) !== 0) &&
    (context.text.part === 'parameter' || isAround(context, reading, isPressing))
  )
}

function isCombined(kinds: ThingKinds): boolean {
  for (let at = 0; at < combinations.length; at += 1) {
    const combination = combinations[at]
    if (combination && (kinds & combination.about) !== 0 && (kinds & combination.beside) !== 0) return true
  }
  return false
}
