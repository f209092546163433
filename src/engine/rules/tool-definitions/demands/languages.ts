import { Keyed, KeywordIndex, type Keywords } from '../keywords/keyword-index.ts'
import { Pattern } from '../keywords/pattern.ts'
import { allOf, anyOf } from '../keywords/requirement.ts'
import { secretPath } from '../phrases/secret-paths.ts'
import type { DemandKind } from './kinds.ts'
import { vocabularies, type Vocabulary } from './vocabularies.ts'

interface Compiled {
  readonly name: Language
  readonly patterns: Readonly<Record<keyof Vocabulary, Pattern>>
  /** Keywords of the language's demands. */
  readonly demand: Keyed
}

/** Languages other than English, in the order of the vocabularies. */
export const languages = [
  'German',
  'French',
  'Spanish',
  'Portuguese',
  'Chinese',
  'Japanese',
  'Russian',
  'Italian',
  'Korean',
] as const
export type Language = (typeof languages)[number]

/** Literals of the vocabularies. Kept apart, because only sentences that may be in another language are searched. */
const literals = new KeywordIndex({ joinsMarks: false })

const pattern = (source: string, flags: string): Pattern => new Pattern(new RegExp(source, flags), literals)

const download = pattern('curl|wget|bash|rm -rf', 'i')

const compiled: readonly Compiled[] = vocabularies.map(([name, words]: readonly [Language, Vocabulary]) => {
  const patterns = {
    take: pattern(words.take, 'iu'),
    secret: pattern(`${words.secret}|${secretPath}`, 'i'),
    talk: pattern(words.talk, 'i'),
    ignore: pattern(words.ignore, 'i'),
    rules: pattern(words.rules, 'i'),
    run: pattern(words.run, 'i'),
    command: pattern(words.command, 'i'),
    pressure: pattern(words.pressure, 'i'),
    hide: pattern(words.hide, 'i'),
  }
  const demand = new Keyed(
    () =>
      anyOf([
        allOf([patterns.rules.requirement, patterns.ignore.requirement]),
        allOf([patterns.take.requirement, anyOf([patterns.talk.requirement, patterns.secret.requirement])]),
        allOf([patterns.run.requirement, download.requirement]),
      ]),
    literals,
  )
  return { name, patterns, demand }
})

/** Demand in a language other than English. */
export interface ForeignDemand {
  readonly kind: DemandKind
  readonly language: Language
}

/**
 * Characters and words that identify each language, so that English sentences are not searched with all vocabularies.
 */
const signs: Readonly<Record<Language, RegExp>> = {
  German: /\b(?:und|der|die|das|den|dem|ein|eine|alle|nicht|als|wird|ist|im)\b/i,
  French: /\b(?:et|le|la|les|des|du|une?|dans|pour|avant|toutes?)\b/i,
  Spanish: /\b(?:y|el|la|los|las|del?|una?|para|antes|todas?)\b/i,
  Portuguese: /\b(?:e|o|a|os|as|d[aoe]s?|uma?|para|antes|todas?)\b/i,
  Chinese: /[\u4e00-\u9fff]/,
  Japanese: /[\u3040-\u30ff]/,
  Russian: /[\u0430-\u044f]{3}/i,
  Italian: /\b(?:il|lo|gli|la|le|del|della|un|una|per|prima|non|nel|tutte)\b/i,
  Korean: /[\uac00-\ud7a3]/,
}

/** Returns the sentences in a text as written, without replacing look-alikes with Latin letters. */
const rawSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|[\n\u3002\uff01\uff1f]/)
    .map((sentence) => sentence.trim().slice(0, maxLength))
    .filter((sentence) => sentence.length >= 6)

/** Maximum length of a sentence, in UTF-16 code units. */
const maxLength = 700

/** Returns the sentences of a text that can contain a demand in another language. */
export function foreignSentences(text: string): readonly string[] {
  const keywords = literals.keywordsIn(text)
  return compiled.some(({ demand }) => demand.mayBeIn(keywords)) ? rawSentences(text) : []
}

/** Returns the demand that a sentence in another language makes. */
export function demandInOtherLanguage(text: string): ForeignDemand | undefined {
  const keywords = literals.keywordsIn(text)
  for (const { name, patterns, demand } of compiled) {
    if (!demand.mayBeIn(keywords) || !signs[name].test(text)) continue
    const kind = kindOf(text, keywords, patterns)
    if (kind) return { kind, language: name }
  }
  return undefined
}

function kindOf(text: string, keywords: Keywords, words: Compiled['patterns']): DemandKind | undefined {
  if (words.rules.isIn(text, keywords) && isDemanded(text, words.ignore)) return 'safety'
  const isTaken = isDemanded(text, words.take)
  const isRun = !isTaken && words.run.isIn(text, keywords)
  if (!isTaken && !isRun) return undefined
  const isPressed = words.pressure.isIn(text, keywords) || words.hide.isIn(text, keywords)
  if (isTaken && isPressed && isDemanded(text, words.talk)) return 'conversation'
  if (isTaken && isPressed && isSecretDemanded(text, words.secret)) return 'secret'
  return words.run.isIn(text, keywords) &&
    words.command.isIn(text, keywords) &&
    download.isIn(text, keywords) &&
    isPressed
    ? 'command'
    : undefined
}

const negatedBefore = new RegExp(
  String.raw`(?:(?<!\p{L})(?:nunca|no|jam[áa]s|nie|niemals|nicht|keine?\p{L}?|jamais|ne|n\u00e3o|nem|не|` +
    String.raw`никогда)(?!\p{L})|不要|请勿|切勿|禁止|不得)[^.,]{0,20}$|(?:未|无法)$`,
  'iu',
)
/** Negation after the verb: Japanese negates at the end of the verb, and German often at the end of the clause. */
const negatedAfter = /^[^。]{0,6}(?:ない|ません)|^[^.,;!?]{0,80}(?<!\p{L})nicht(?!\p{L})/iu

/** Words before a name on which something else depends: `根据环境变量选择` ("chooses by the environment variable"). */
const dependsOn =
  /(?:根据|依据)(?:(?!读取|读出|打开|复制|传递|传入|发送|上传|附加|包含|写入|提交|转发|把|将)[^，。；,;]){0,30}$/

/** Words after a name that state its absence: `环境变量也未设置` ("the environment variable is not set either"). */
const isMissing =
  /^[中里也都]{0,2}(?:(?:未|没有)(?:被)?(?:设置|设定|指定|配置|定义|提供|给出|找到|$|[，。；,;])|不存在|为空)/

/** Maximum number of secrets in a sentence that are compared. */
const maxSecrets = 8

/** Reports whether a text contains a secret that is not negated, and that is not only a condition of something else. */
function isSecretDemanded(text: string, secret: Pattern): boolean {
  const rest = new RegExp(secret.regex.source, `${secret.regex.flags}g`)
  for (let count = 0; count < maxSecrets; count += 1) {
    const match = rest.exec(text)
    if (!match) return false
    const end = match.index + match[0].length
    const isCondition =
      dependsOn.test(text.slice(Math.max(match.index - 40, 0), match.index)) ||
      /无法[从在自]?$/.test(text.slice(Math.max(match.index - 3, 0), match.index)) ||
      isMissing.test(text.slice(end, end + 10))
    if (!isCondition) return !isNegatedAt(text, match.index, end)
  }
  return false
}

/** Reports whether a text contains a word that is not negated. */
function isDemanded(text: string, word: Pattern): boolean {
  const rest = new RegExp(word.regex.source, `${word.regex.flags}g`)
  for (let count = 0; count < maxSecrets; count += 1) {
    const match = rest.exec(text)
    if (!match) return false
    // A condition: `如果未发送` ("if it was not sent").
    if (!/(?:未|无法)$/.test(text.slice(Math.max(match.index - 2, 0), match.index)))
      return !isNegatedAt(text, match.index, match.index + match[0].length)
  }
  return false
}

const isNegatedAt = (text: string, start: number, end: number): boolean =>
  negatedBefore.test(text.slice(Math.max(start - 30, 0), start)) || negatedAfter.test(text.slice(end, end + 100))
