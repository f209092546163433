import { categories } from './catalogue.ts'

/** Texts that determine a server's category. */
export interface Described {
  readonly name: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly toolNames: readonly string[]
}

/** Matching word, and where it was found. */
export interface CategoryEvidence {
  readonly word: string
  readonly place: 'name' | 'keywords' | 'description' | 'tools'
}

/** A server's category, and the evidence for it. */
export interface Categorized {
  readonly category: string
  readonly points: number
  readonly evidence: readonly CategoryEvidence[]
}

/** Points for a word by where it was found. Names are chosen with care, but descriptions mention many topics. */
const pointsOfPlace: Readonly<Record<CategoryEvidence['place'], number>> = {
  name: 5,
  keywords: 3,
  description: 2,
  tools: 1,
}

/** Minimum number of points for a category. A single tool name is not enough. */
const minPoints = 2

/** Maximum number of characters to read per text. Descriptions are untrusted input. */
const maxCharacters = 2_000
const maxNames = 100

/** Words that are ignored because they fit every server. */
const placeholders: ReadonlySet<string> = new Set([
  'mcp',
  'server',
  'model',
  'context',
  'protocol',
  'the',
  'a',
  'an',
  'for',
  'and',
  'of',
  'to',
  'with',
])

/**
 * Returns the category whose words have the most points. A word counts once per place. A tie goes to the longest word,
 * then to the first slug.
 */
export function categorize(described: Described): Categorized {
  const [best] = categoryCandidates(described)
  return best ?? { category: 'other', points: 0, evidence: [] }
}

/** Returns all categories with enough points, best first. */
export function categoryCandidates(described: Described): Categorized[] {
  const texts = {
    name: wordsOf(described.name),
    keywords: described.keywords.slice(0, maxNames).map(wordsOf).join(' . '),
    description: wordsOf(withoutConsumers(described.description)),
    tools: described.toolNames.slice(0, maxNames).map(wordsOf).join(' . '),
  }
  return rules
    .map((rule): Categorized => {
      const evidence = evidenceOf(rule, texts)
      return {
        category: rule.slug,
        points: evidence.reduce((sum, { place }) => sum + pointsOfPlace[place], 0),
        evidence,
      }
    })
    .filter(({ points }) => points >= minPoints)
    .toSorted((first, second) => second.points - first.points || longestOf(second) - longestOf(first))
}

const longestOf = ({ evidence }: Categorized): number => Math.max(0, ...evidence.map(({ word }) => word.length))

function evidenceOf(
  { words, toolWords }: (typeof rules)[number],
  texts: Readonly<Record<CategoryEvidence['place'], string>>,
): CategoryEvidence[] {
  const matches = (place: CategoryEvidence['place'], candidates: readonly RuleWord[]) =>
    candidates
      .filter(({ form }) => ` ${texts[place]} `.includes(` ${form} `))
      .map(({ word }): CategoryEvidence => ({ word, place }))
  return [
    ...matches('name', words),
    ...matches('keywords', words),
    ...matches('description', words),
    ...matches('tools', toolWords),
  ]
}

/**
 * Models and clients that a description names as users of the server. Every server has such users, so they say nothing
 * about its topic.
 */
const consumers = new RegExp(
  String.raw`\b(?:for|by|via|to|with|from|lets?|gives?|enables?|enabling|allows?|helps?|equips?|any)\s+` +
    String.raw`(?:(?:use|usage|consumption|your|any|an?|the|other|by|in|with|AI|and)\s+){0,3}` +
    String.raw`(?:LLM|large language model|language model|AI (?:assistant|agent|model|system|client)|` +
    String.raw`Claude(?: (?:Desktop|Code))?|` +
    String.raw`ChatGPT|Gemini(?: CLI)?|Codex|Cursor|coding (?:agent|assistant)|agent|assistant)s?\b`,
  'gi',
)

const withoutConsumers = (text: string): string => text.slice(0, maxCharacters).replaceAll(consumers, ' . ')

/** Returns lowercase singular words, separated by one space, without words that fit every server. */
function wordsOf(text: string): string {
  return text
    .slice(0, maxCharacters)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !placeholders.has(word))
    .map(singular)
    .join(' ')
}

/** Returns an approximate singular. The catalog's words are converted in the same way, so errors do not matter. */
function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

interface RuleWord {
  /** Word as written in the catalog. */
  readonly word: string
  /** Normalized form for comparison with texts. */
  readonly form: string
}

const ruleWords = (words: readonly string[]): RuleWord[] =>
  [...new Map(words.map((word) => [wordsOf(word), word] as const).toReversed())]
    .map(([form, word]) => ({ word, form }))
    .toReversed()

/** Categories with normalized words. If two words have the same normalized form, the first one is kept. */
const rules = categories.map(({ slug, words, toolWords = [] }) => ({
  slug,
  words: ruleWords(words),
  toolWords: ruleWords([...words, ...toolWords]),
}))
