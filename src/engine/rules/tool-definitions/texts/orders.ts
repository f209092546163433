import { Pattern, pattern } from '../keywords/pattern.ts'
import { answerOnce } from './answer-once.ts'
import type { Sentence } from './sentences.ts'

/** Pattern match in a sentence. */
export interface Match {
  readonly sentence: Sentence
  readonly start: number
  readonly end: number
  readonly text: string
  readonly groups: Readonly<Record<string, string | undefined>>
}

/**
 * Maximum number of matches per sentence. A sentence with more is a list of words, and each match costs several
 * searches.
 */
const maxMatches = 16

const none: readonly Match[] = []

/** Returns the first matches of a pattern with the flag `g` in a sentence. */
export function matchesIn(sentence: Sentence, pattern: Pattern | RegExp): Iterable<Match> {
  const isPattern = pattern instanceof Pattern
  if (isPattern && !pattern.mayBeIn(sentence.keywords)) return none
  const regex = isPattern ? pattern.regex : pattern
  const first = matchAt(sentence.text, regex, 0)
  // Most sentences do not match, and creating an iterator costs as much as a search.
  return first === null ? none : matchesFrom(sentence, regex, first)
}

/** Returns the first match at or after an offset. Faster than `matchAll`, which copies the expression. */
function matchAt(text: string, regex: RegExp, at: number): RegExpExecArray | null {
  regex.lastIndex = at
  const match = regex.exec(text)
  regex.lastIndex = 0
  return match
}

/** Returns the first match of a pattern with the flag `g` in a sentence that meets a condition. */
export function findMatch(sentence: Sentence, pattern: Pattern, holds: (match: Match) => boolean): Match | undefined {
  const { text, keywords } = sentence
  if (!pattern.mayBeIn(keywords)) return undefined
  let match = matchAt(text, pattern.regex, 0)
  for (let count = 0; count < maxMatches && match !== null; count += 1) {
    const found = matchOf(sentence, match)
    if (holds(found)) return found
    match = matchAt(text, pattern.regex, Math.max(found.end, found.start + 1))
  }
  return undefined
}

/** Reports whether a condition holds for one of the first matches of a pattern in a sentence. */
export const someMatch = (sentence: Sentence, pattern: Pattern, holds: (match: Match) => boolean): boolean =>
  findMatch(sentence, pattern, holds) !== undefined

/** Returns the first matches of a pattern with the flag `g` in a sentence. Without a generator, if all are needed. */
export function allMatches(sentence: Sentence, pattern: Pattern): readonly Match[] {
  const { text, keywords } = sentence
  if (!pattern.mayBeIn(keywords)) return none
  let match = matchAt(text, pattern.regex, 0)
  if (match === null) return none
  const matches: Match[] = []
  while (match !== null && matches.length < maxMatches) {
    const found = matchOf(sentence, match)
    matches.push(found)
    match = matches.length < maxMatches ? matchAt(text, pattern.regex, Math.max(found.end, found.start + 1)) : null
  }
  return matches
}

/** Groups of a pattern without names. */
export const noGroups: Match['groups'] = {}

function matchOf(sentence: Sentence, match: RegExpExecArray): Match {
  const { 0: text, index: start } = match
  const groups: Match['groups'] = match.groups ?? noGroups
  return { sentence, start, end: start + text.length, text, groups }
}

function* matchesFrom(sentence: Sentence, regex: RegExp, first: RegExpExecArray): Iterable<Match> {
  let match: RegExpExecArray | null = first
  for (let count = 0; count < maxMatches && match !== null; count += 1) {
    const found = matchOf(sentence, match)
    yield found
    match = matchAt(sentence.text, regex, Math.max(found.end, found.start + 1))
  }
}

/** Words before a verb that make it an order. */
const beforeOrder = new RegExp(
  String.raw`(?:^|[,:;(>–—-]\s*|["'\x60]\s*|\b(?:please|must|should|shall|always|first|then|and|or|also|now|` +
    String.raw`next|afterwards|have to|has to|had to|need to|needs to|required to|requires you to|sure to|` +
    String.raw`sure you|sure that you|remember to|forget to|fail to|hesitate to|you will|you'll|instead|simply|` +
    String.raw`just|immediately|silently|secretly|quietly|covertly|discreetly|automatically|important to|` +
    String.raw`necessary to|mandatory to|ensure to|ensure that you|ensure you|so|therefore|kindly|proceed to|` +
    String.raw`going to|supposed to|expected to)\s+(?:\w{2,20}ly\s+)?)$`,
  'i',
)

/**
 * Introductory clause not followed by a comma: `To verify this resolve …`. Does not match if another subject follows.
 */
const afterClause = new RegExp(
  String.raw`^(?:to|in order to|as an?|for (?:the|an?|each|every)|with (?:the|an?|each|every)|upon|` +
    String.raw`once) [^.]{3,50}(?<!\b(?:who|that|which|you|it|they|we|i|to|the|an?|and|or|of|for|by|users?|` +
    String.raw`people|tools?|servers?|can|may|could|would|will|not|never|is|are|be|your|its|their)) $`,
  'i',
)

/** Reports whether the verb at an offset is an order: at the start of a sentence or clause, or after an obligation. */
export function isOrdered({ text }: Sentence, at: number): boolean {
  // Nothing precedes the first word. Most orders start a sentence.
  return (
    at === 0 ||
    beforeOrder.test(text.slice(Math.max(at - 60, 0), at)) ||
    (at <= 60 && afterClause.test(text.slice(0, at)))
  )
}

/** Negations that do not negate an order: `do not forget to …`. */
const emptyNegation = new RegExp(
  String.raw`\b(?:do not|don't|never) (?:forget|fail|worry|hesitate|skip|omit|stop)\b|\bnot only\b|` +
    String.raw`\bno matter\b|\b(?:will not|won't|cannot|can't|does not|doesn't|may not) (?:work|run|function|` +
    String.raw`proceed|continue|respond|succeed|load)\w*|\bwithout (?:this|it|that|which|exception|fail|delay)\b`,
  'gi',
)
const negation = pattern(
  String.raw`\b(?:do not|don't|does not|doesn't|did not|never|not|cannot|can't|won't|mustn't|shouldn't|` +
    String.raw`without|refuses? to|avoids?|avoiding|prevents?|preventing|forbids?|forbidden to|prohibited from|` +
    String.raw`refrain from|no longer|nor|neither|nothing|nobody|instead of|rather than|no need to)\b`,
  'gi',
)

/** Reports whether a negation precedes an offset in the same clause. */
export function isNegated({ text, keywords }: Sentence, at: number): boolean {
  if (!negation.mayBeIn(keywords)) return false
  const written = text.slice(Math.max(at - 160, 0), at)
  if (written.search(negation.regex) < 0) return false
  const before = written.replaceAll(emptyNegation, (part) => ' '.repeat(part.length))
  const clause = before.slice(
    Math.max(
      before.lastIndexOf(':'),
      before.lastIndexOf('('),
      before.toLowerCase().lastIndexOf(' but '),
      before.lastIndexOf('>'),
    ) + 1,
  )
  const last = [...clause.matchAll(negation.regex)].at(-1)
  if (!last) return false
  const between = clause
    .slice(last.index + last[0].length)
    .split(/,|\band\b|\bor\b/)
    .map(
      (part) =>
        part
          .trim()
          .split(/\s+/)
          .filter((word) => word !== '').length,
    )
  // A list of verbs continues the negation: `Do not, ever, read`, `never read, open or send`. A longer part has its own
  // object and ends it.
  return between.length === 1 ? (between[0] ?? 0) <= 6 : between.every((words) => words <= 3)
}

/** Words that mention an order instead of giving it. */
const mention = pattern(
  String.raw`\b(?:detect\w*|scan(?:s|ning|ned)?(?: for)?|flag(?:s|ged|ging)?|block(?:s|ed|ing)?|catch(?:es)?|` +
    String.raw`warn(?:s|ing)?|reject(?:s|ed|ing)?|strip(?:s|ped)?|sanitiz\w+|redact\w*|filter(?:s|ed|ing)?|` +
    String.raw`check(?:s|ing|ed)? (?:for|whether|if|that)|look(?:s|ing)? for|identif\w+|search(?:es|ing)? for|` +
    String.raw`lint\w*|audit\w*|analy[sz]\w+|classif\w+|examples?|e\.g\.|such as|for instance|phrases?|` +
    String.raw`patterns?|attempts?|attempt(?:s|ing) to|tr(?:y|ies|ying) to|attack\w*|attacker\w*|injection\w*|` +
    String.raw`injected|malicious\w*|suspicious\w*|jailbreak\w*|poison\w*|untrusted|may|might|could|asks?|` +
    String.raw`asking|contain(?:s|ing)?|says?|saying|claim(?:s|ing)?|like|tells?|telling|whether|` +
    String.raw`if (?:true|set|enabled|false)|when (?:true|set|enabled|false))\b`,
  'i',
)

/**
 * Reports whether a part of a sentence is only mentioned: quoted, described as possible, or described as something to
 * detect or warn about.
 */
export function isMentioned(sentence: Sentence, start: number, end: number): boolean {
  const { text, quoted } = sentence
  for (let each = 0; each < quoted.length; each += 1) {
    const [from, to] = quoted[each] as (typeof quoted)[number]
    if (from <= start && to >= end && !(from === 0 && to >= text.length - 1)) return true
  }
  return isDescribed(sentence, start)
}

/** Reports whether the words before an offset describe what follows as possible, or as something to detect. */
export function isDescribed({ text, lead, keywords }: Sentence, start: number): boolean {
  return (
    (mention.mayBeIn(keywords) && mention.regex.test(text.slice(Math.max(start - 200, 0), start))) ||
    (lead !== '' && mention.regex.test(lead.slice(-200)))
  )
}

/**
 * Reports whether a match is an order to the reader: it starts with a verb that is an order and is neither negated nor
 * mentioned.
 */
export function isOrder({ sentence, start, end }: Match): boolean {
  return isOrdered(sentence, start) && !isNegated(sentence, start) && !isMentioned(sentence, start, end)
}

/** Signs that a sentence addresses a model: obligations, conditions of its work, or the second person. */
const addressed = pattern(
  String.raw`\b(?:before|prior to|whenever|every time|each time|must|always|mandatory|required|important|` +
    String.raw`critical|you|your|otherwise|first|also|silently|secretly|without)\b|` +
    String.raw`\b(?:pass|include|provide|put|supply|append|attach|add|insert|embed|send)\b.{0,120}\b(?:as|in|` +
    String.raw`into|to|with|via|using)\b.{0,40}\b(?:parameter|argument|field|context|sidenote|note|metadata|` +
    String.raw`header|query)\b`,
  'i',
)

/** Reports whether a sentence addresses a model. Asked for each verb: 1 MB of verbs took 0.1 s without the memory. */
export const isAddressed = answerOnce(({ text, keywords }: Sentence) => addressed.isIn(text, keywords))
