import type { Demand, Reading } from './read-demands.ts'
import type { Token } from './tokens.ts'
import { actionBits, verbReadings } from './verbs.ts'

const telling = actionBits.tell | actionBits.claim

/** Reports whether the text forbids the demand, quotes it, or attributes it to others. */
export function isDenied({ sentence, tokens }: Reading, { at, actions }: Demand): boolean {
  const token = tokens[at]
  if (!token) return true
  if ((actions & telling) === telling) return false
  return (
    isForbiddenByLead(sentence.lead) ||
    isForbidden(tokens, at) ||
    isInForbiddenList(tokens, at) ||
    isReported(sentence.text.slice(0, token.start)) ||
    isQuoted(sentence, token)
  )
}

const forbids = new RegExp(
  String.raw`\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|cannot|can't|not to|` +
    String.raw`under no circumstances)(?:\s+(?:ever|be|(?:should|must|may|can) (?:you|the \w+)))?` +
    String.raw`(?:\s+(?:use|used|call|called|invoke|try|attempt|include|pass|put|do|perform|run|rely|add|send|write|store|contain|expect)\b[^:,]{0,60}\b(?:to|for|in|on|with|as|following|alternatives))?:$`,
  'i',
)
/** Words that make the negation before a list a demand or a condition: `Do not forget to:`, `Never call it before:`. */
const requires = new RegExp(
  String.raw`\b(?:forget|fail|skip|omit|miss|hesitate|proceed|continue|begin|start|finish|stop|only|before|until|` +
    String.raw`unless|without|if|later|always|instead|just|but|so|steps?|order|sequence|other|else|than|why)\b`,
  'i',
)

/** Reports whether the sentence before a list forbids its items: `Never use this tool to:`. */
const isForbiddenByLead = (lead: string): boolean => lead !== '' && forbids.test(lead) && !requires.test(lead)

const negations = new Set(
  (
    "not don't never cannot can't won't mustn't shouldn't doesn't without avoid avoids refrain no " +
    'prevents prevent nor instead rather unable'
  ).split(' '),
)
const emptyAfter = new Set(['forget', 'fail', 'hesitate', 'only', 'worry', 'skip', 'omit'])

/**
 * Reports whether a negation precedes a verb in its clause. A negation also applies to each verb in a list: `never
 * read, open or send`.
 */
function isForbidden(tokens: readonly Token[], verb: number): boolean {
  for (let at = verb - 1, left = 7; at >= 0 && left > 0; at -= 1, left -= 1) {
    const { word = '', kind } = tokens[at] ?? {}
    if (negations.has(word)) return isDenying(tokens, at, verb)
    if (word === 'but') return false
    if (kind === 'mark' && !(word === ',' && verbReadings.has(tokens[at - 1]?.word ?? ''))) return false
  }
  return false
}

/** Maximum number of tokens in a list of forbidden actions. */
const maxListLength = 30

/**
 * Reports whether a verb is in a list that starts with a negation and ends with `or` and a verb: `does not write files,
 * read credentials, or expose names`. `Do not wait, read the key, or the call fails` is not such a list.
 */
function isInForbiddenList(tokens: readonly Token[], verb: number): boolean {
  if (!endsWithAlternative(tokens, verb)) return false
  for (let at = verb - 1; at >= Math.max(verb - maxListLength, 0); at -= 1) {
    const { word = '', kind } = tokens[at] ?? {}
    if (negations.has(word)) return isDenying(tokens, at, verb)
    if (word === 'but' || word === 'and' || (kind === 'mark' && word !== ',')) return false
  }
  return false
}

/** Reports whether `, or` and a verb precede or follow a verb in the same list. */
function endsWithAlternative(tokens: readonly Token[], verb: number): boolean {
  for (let at = verb - 1; at < Math.min(verb + maxListLength, tokens.length); at += 1) {
    const { word = '', kind } = tokens[at] ?? {}
    if (word === 'or' && tokens[at - 1]?.word === ',')
      return verbReadings.get(tokens[at + 1]?.word ?? '')?.forms.has('base') === true
    if (word === 'and' || word === 'but' || (kind === 'mark' && word !== ',')) return false
  }
  return false
}

/**
 * Reports whether a negation applies to the verb. `Do not forget to send` requests the action, and `do not skip or omit
 * the check` negates both verbs.
 */
function isDenying(tokens: readonly Token[], negation: number, verb: number): boolean {
  const next = tokens[negation + 1]?.word ?? ''
  return !emptyAfter.has(next) || negation + 1 === verb || emptyAfter.has(tokens[verb]?.word ?? '')
}

const isQuoted = ({ text, quoted }: Reading['sentence'], { start, end }: Token): boolean =>
  quoted.some(([from, to]) => from < start && to > end && !(from === 0 && to >= text.length - 1))

const reports = new RegExp(
  String.raw`\b(?:detect\w*|flag(?:s|ged|ging)|block(?:s|ed|ing)|prevents?|warns?|rejects?|such as|e\.g\.|` +
    String.raw`for example|` +
    String.raw`examples?|attack\w*|whether|attempts? to|tr(?:y|ies) to|(?:it|and|that) says|` +
    String.raw`(?:may|might|can|could) (?:ask|tell|instruct|say|claim|contain|try))\b`,
  'i',
)
const isReported = (before: string): boolean => reports.test(before.slice(-120))
