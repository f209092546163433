import { pattern } from '../keywords/pattern.ts'
import { answerOnce } from '../texts/answer-once.ts'
import { isAddressed, type Match } from '../texts/orders.ts'
import type { Sentence } from '../texts/sentences.ts'
import type { ParsedText } from '../tool-rule.ts'
import { asksForPath } from './secret-paths.ts'

/** Verbs that pass something, and the recipient: `as \`headers\``, `into the parameter \`context\``. */
const intoParameter = pattern(
  String.raw`\b(?:pass|include|provide|put|place|supply|supplies|append|attach|paste|insert|embed|send|give|` +
    String.raw`hand|submit|encode|add|keep|fill|export)\b[^]{0,160}?\b(?:as|in|into|to|with|via|inside|` +
    String.raw`under)\s+(?:the\s+)?(?:(?:parameter|argument|field|option|header|property|query|` +
    String.raw`note)\s+)?["'\x60][\w.-]{1,60}["'\x60]|\bthe parameter\s+["'\x60]?[\w.-]{1,60}|` +
    String.raw`\b(?:include|attach|pass|send|hand over|supply|provide|submit)\s+(?:it|them)\b`,
  'i',
)
const refersBack = /\b(?:them|it|its|they|their)\b/i

// Asked for each verb of a sentence: without the memory, 1 MB of verbs took 1 s.
const namesParameter = answerOnce(({ text, keywords }: Sentence) => intoParameter.isIn(text, keywords))
const doesPassOn = answerOnce(({ text, keywords }: Sentence) => passesOn.isIn(text, keywords))
const doPassOn = answerOnce(({ text, index, keywords }: Sentence, sentences: readonly Sentence[]) => {
  const next = sentences[index + 1]
  return (
    (passesOn.mayBeIn(keywords) || (next !== undefined && passesOn.mayBeIn(next.keywords))) &&
    passesOn.regex.test(`${text} ${next?.text ?? ''}`)
  )
})
const doesTakeAlong = answerOnce(({ text, keywords }: Sentence) => takesAlong.isIn(text, keywords))

/** Reports whether the same or the next sentence passes the secret to a parameter. */
export function isIntoParameter({ sentence }: Match, { sentences, part }: ParsedText): boolean {
  if (part === 'parameter' || namesParameter(sentence)) return true
  const next = sentences[sentence.index + 1]
  return next !== undefined && (namesParameter(next) || (doesPassOn(next) && refersBack.test(next.text)))
}

/**
 * Reports whether an order addresses the model. A description's first sentence counts only if it passes the content on,
 * because it usually describes the tool in the form of an order: `Read a .env file and return its names`.
 */
export function isForModel({ sentence, start }: Match, { part, sentences }: ParsedText): boolean {
  const isHead = sentence.index === 0 && start === 0
  if (part === 'parameter') return !isHead || isAddressed(sentence)
  if (isHead) return doesPassOn(sentence)
  return (
    isAddressed(sentence) ||
    doesTakeAlong(sentence) ||
    isAddition(sentences[sentence.index - 1]) ||
    isAddition(sentences[sentence.index + 1])
  )
}

/** Reports whether a sentence beside a request passes something on or addresses the model. */
const isAddition = (near: Sentence | undefined): boolean =>
  near !== undefined && (doesPassOn(near) || isAddressed(near))

/**
 * Reports whether the text describes how users set up the tool: `Use a .env file to set the key`, `check that .env has
 * …`.
 */
export function isSetup({ sentence, text, start }: Match, { sentences }: ParsedText): boolean {
  if (!/^(?:use|put|add|provide|check|set|run|list|find|get)$/i.test(text)) return false
  return (
    !doPassOn(sentence, sentences) ||
    /\b(?:set ?up|configur\w+|install\w*|environment file)\b/i.test(sentence.text.slice(Math.max(start - 80, 0)))
  )
}

const placeOfSecrets = new RegExp(
  String.raw`^\s+(?:your|the|an?)\s+(?:\w+\s+){0,2}(?:tokens?|keys?|credentials?|passwords?|secrets?|` +
    String.raw`values?)\s+(?:in|into|to)\s+(?:the\s+|your\s+|a\s+)?["'\x60]?[~$\w/\\]{0,20}\.(?:npmrc|env|aws|` +
    String.raw`netrc|pypirc|pgpass)\b`,
  'i',
)

const storedSecret = new RegExp(
  String.raw`\b(?:that|which)\s+(?:is|are|was|were|has been|have been)\s+(?:set|configured|stored|kept|` +
    String.raw`defined|saved|given|entered)\b`,
  'i',
)

/**
 * Reports whether a secret is mentioned but not read: `Provide the path of …`, `copy .env.example to …`, `use a deploy
 * key that is set in …`.
 */
export function isOnlyNamed({ sentence, text, start, end, groups }: Match): boolean {
  if (
    /^copy$/i.test(text) &&
    /^\s+(?:the\s+)?(?:file\s+)?["'`]?[\w./-]{0,40}\.(?:example|sample|template|dist)\b/i.test(
      sentence.text.slice(end, end + 80),
    )
  )
    return true
  if (
    /^(?:provide|supply|give|use|add|put|check)$/i.test(text) &&
    /\.(?:pem|p12|pfx|keystore)$/i.test(groups['object'] ?? '')
  )
    return true
  if (/^(?:put|add|insert|keep|provide|paste)$/i.test(text) && placeOfSecrets.test(sentence.text.slice(end, end + 120)))
    return true
  if (asksForPath.test(sentence.text.slice(start, start + 120))) return true
  return /^(?:use|check)$/i.test(text) && storedSecret.test(sentence.text.slice(end, end + 120))
}

const ownMeans =
  /\b(?:(?:using|via)\s+(?:(?:the|a|your|its|own|configured|stored)\s+){0,3}|with\s+(?:(?:the|its)\s+)?(?:own|configured|stored)\s+)$/i
const othersPlace = /\b(?:conversation|chat|messages?|browser|users?)\b/i

/** Reports whether a first sentence names the secret that the tool itself uses: `Send coins using the key from …`. */
export function isOwnMeans({ sentence: { index, text }, start, groups }: Match): boolean {
  if (index > 0 || start > 0 || othersPlace.test(text)) return false
  const secret = text.indexOf(groups['object'] ?? '', start)
  return secret > 0 && ownMeans.test(text.slice(Math.max(secret - 60, 0), secret))
}

/** Matches `pass the key from the environment as the note`. */
const takesAlong = pattern(/\b(?:from|out of)\b[^]{0,60}\b(?:as|into)\b/i)

/** Matches `pass its content as the note` and `include it in your answer`. */
const passesOn = pattern(
  String.raw`\b(?:give|hand|supplies|keep|pass|include|provide|put|place|supply|append|attach|paste|insert|` +
    String.raw`embed|send|forward|upload|post|submit|encode|add)\b[^]{0,120}\b(?:as|in|into|to|with|via|inside|` +
    String.raw`within)\b`,
  'i',
)
