import { categories } from './catalogue.ts'

/** Texts of a server that decide its category. */
export interface Described {
  readonly name: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly toolNames: readonly string[]
}

/** A matching word, and its place. */
export interface CategoryEvidence {
  readonly word: string
  readonly place: 'name' | 'keywords' | 'description' | 'tools'
}

/** The category of a server, with its evidence. */
export interface Categorized {
  readonly category: string
  readonly points: number
  readonly evidence: readonly CategoryEvidence[]
}

/** Points of a word by its place. Names are chosen with care, but descriptions mention many topics. */
const pointsOfPlace: Readonly<Record<CategoryEvidence['place'], number>> = {
  name: 5,
  keywords: 3,
  description: 2,
  tools: 1,
}

/** Minimum points of a category. One tool name alone is not enough. */
const minPoints = 2

/** Maximum length of a text, because descriptions are untrusted input. */
const maxCharacters = 2_000
const maxNames = 100

/** Words that occur for every server. */
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
 * Returns the category whose words have the most points. Each word counts once per place. With equal points the longest
 * word decides, then the order of the slugs.
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
 * The models and clients that a description says a server is for. They are consumers of every server, and say nothing
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

/** Returns lower-case singular words, separated by one space, without the words that occur for every server. */
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

/**
 * Returns an approximate singular. The words of the catalogue are converted in the same way, so errors do not matter.
 */
function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

interface RuleWord {
  /** Word in the catalogue. */
  readonly word: string
  /** Normalized form, as in texts. */
  readonly form: string
}

const ruleWords = (words: readonly string[]): RuleWord[] =>
  [...new Map(words.map((word) => [wordsOf(word), word] as const).toReversed())]
    .map(([form, word]) => ({ word, form }))
    .toReversed()

/** Categories with normalized words. Of words with the same normalized form, the first one stays. */
const rules = categories.map(({ slug, words, toolWords = [] }) => ({
  slug,
  words: ruleWords(words),
  toolWords: ruleWords([...words, ...toolWords]),
}))
