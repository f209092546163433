import { anyPattern, pattern } from '../keywords/pattern.ts'
import type { Reading } from './read-demands.ts'

/** Words that rank a tool above others. Includes only certain adjectives, because `most recent` ranks data. */
const superlative = pattern(
  String.raw`\b(?:(?:the|by far|very) (?:very |single )?best(?! practice)|best (?:available|possible) |` +
    String.raw`(?:the )?(?:ultimate|superior|unmatched|unrivaled|unparalleled|leading|number one|` +
    String.raw`fastest|smartest|safest|premier|award-winning|world-class|gold[- ]standard|industry[- ]leading|` +
    String.raw`top-rated|go-to)|#1|` +
    String.raw`(?:the )?most (?:accurate|reliable|powerful|advanced|trusted|trustworthy|comprehensive|` +
    String.raw`efficient|popular|effective|` +
    String.raw`secure|complete|authoritative|precise|recommended|preferred|up-to-date|capable|intelligent)|` +
    String.raw`better than (?:all|any|every|the|other)|outperforms?|first choice|top choice|primary choice|` +
    String.raw`only (?:reliable|correct|` +
    String.raw`trusted|official|accurate|approved|authorized|valid|recommended))\b`,
  'i',
)
const tool = /\b(?:tools?|choice|options?|solutions?|servers?|services?|functions?|source|alternatives?|others|one)\b/i

/** References to the tool itself as the object of a choice. */
const itself = pattern(/\b(?:this|only this|me|our) (?:tool|one|server|service|function)?\b/i)
const overOthers = pattern(
  String.raw`\b(?:over|instead of|rather than|before|above|ahead of|in preference to|not|in place of) ` +
    String.raw`(?:any |all |every |the )?` +
    String.raw`(?:other|others|similar|alternative|competing|existing|built-in|default|standard|native|` +
    String.raw`comparable|equivalent|rival)` +
    String.raw`(?:s|\b)|\b(?:over|rather than|than) (?:all|any|every)\b`,
  'i',
)
const choices = new Set([
  'use',
  'call',
  'choose',
  'select',
  'prefer',
  'pick',
  'invoke',
  'consult',
  'run',
  'trigger',
  'rely',
])
const insistence = pattern(
  String.raw`\b(?:always|exclusively|must[^.]{0,40} (?:any|every|all|whenever|first)|first(?! to)|every ` +
    String.raw`(?:time|request|query|task|session)|whenever|highest priority|top priority|by default|` +
    String.raw`no matter|exclusively|priority|prioriti[sz]e|any (?:time|request|query|question|task)|all ` +
    String.raw`(?:requests|queries|questions|` +
    String.raw`tasks))\b`,
  'i',
)
const prioritized = pattern(
  String.raw`\b(?:prioriti[sz]e|prefer|favou?r) (?:this tool|our|it over)\b|\bthis (?:tool|server) ` +
    String.raw`(?:replaces|supersedes) (?:the |all |any )?(?:built-in|default|native|standard|existing|` +
    String.raw`other)\b|\bthis (?:tool|server|service) (?:has|takes|is given|deserves) (?:the ` +
    String.raw`)?(?:highest |top |absolute )?(?:priority|precedence|preference)\b`,
  'i',
)

/** How a text makes a model prefer a tool. */
export type Praise = 'praise' | 'preference'

const mayPraise = anyPattern([prioritized, insistence, overOthers, superlative])

/** Returns how a sentence ranks the tool above others or demands that it be chosen, or undefined if it does neither. */
export function praiseIn(reading: Reading): Praise | undefined {
  const { text, keywords } = reading.sentence
  if (!mayPraise.mayBeIn(keywords)) return undefined
  if (prioritized.isIn(text, keywords)) return 'preference'
  if ((insistence.isIn(text, keywords) || overOthers.isIn(text, keywords)) && isChosen(reading)) return 'preference'
  return superlative.isIn(text, keywords) && tool.test(text) ? 'praise' : undefined
}

/** Reports whether a sentence demands that the model choose this tool. */
const isChosen = (reading: Reading): boolean => {
  const { text, keywords } = reading.sentence
  if (!itself.isIn(text, keywords)) return false
  const { tokens, demands } = reading
  return demands.some(
    ({ mood, lemma, at }) =>
      (mood === 'order' || mood === 'passive') &&
      choices.has(lemma) &&
      (itself.regex.test(text.slice(tokens[at]?.end ?? 0, (tokens[at]?.end ?? 0) + 60)) ||
        (mood === 'passive' && /\bthis (?:tool|server|function)\b/i.test(text.slice(0, tokens[at]?.start ?? 0)))),
  )
}
