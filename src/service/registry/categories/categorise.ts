import { categories } from './catalogue.ts'

/** What is known of a server when its category is decided. */
export interface Described {
  readonly name: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly toolNames: readonly string[]
}

/** A word that was found, and where. */
export interface CategoryEvidence {
  readonly word: string
  readonly place: 'name' | 'keywords' | 'description' | 'tools'
}

/** The category of a server, and why. */
export interface Categorised {
  readonly category: string
  readonly points: number
  readonly evidence: readonly CategoryEvidence[]
}

/** What a word counts, by where it stands: names are chosen, descriptions mention much. */
const pointsOfPlace: Readonly<Record<CategoryEvidence['place'], number>> = {
  name: 5,
  keywords: 3,
  description: 2,
  tools: 2,
}

/** A single tool name decides nothing. */
const minPoints = 3

/** Nobody reads further than that to know what a server is for, and descriptions are hostile. */
const maxCharacters = 2_000
const maxNames = 100

/** Words that say of any server that it is one. */
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
 * Decides for the category whose words have the most points, each counted once where it stands; at equal points for the
 * one with the longest word, then the first by slug. Pure, and explained by what was found.
 */
export function categorise(described: Described): Categorised {
  const [best] = categoryCandidates(described)
  return best ?? { category: 'other', points: 0, evidence: [] }
}

/** Every category that has the points to be one, the one that it is first. */
export function categoryCandidates(described: Described): Categorised[] {
  const texts = {
    name: wordsOf(described.name),
    keywords: described.keywords.slice(0, maxNames).map(wordsOf).join(' . '),
    description: wordsOf(described.description),
    tools: described.toolNames.slice(0, maxNames).map(wordsOf).join(' . '),
  }
  return rules
    .map((rule): Categorised => {
      const evidence = evidenceOf(rule, texts)
      return {
        category: rule.slug,
        points: evidence.reduce((sum, { place }) => sum + pointsOfPlace[place], 0),
        evidence,
      }
    })
    .filter(({ points }) => points >= minPoints)
    .toSorted((one, other) => other.points - one.points || longestOf(other) - longestOf(one))
}

const longestOf = ({ evidence }: Categorised): number => Math.max(0, ...evidence.map(({ word }) => word.length))

function evidenceOf(
  { words, toolWords }: (typeof rules)[number],
  texts: Readonly<Record<CategoryEvidence['place'], string>>,
): CategoryEvidence[] {
  const found = (place: CategoryEvidence['place'], wanted: readonly RuleWord[]) =>
    wanted
      .filter(({ form }) => ` ${texts[place]} `.includes(` ${form} `))
      .map(({ word }): CategoryEvidence => ({ word, place }))
  return [
    ...found('name', words),
    ...found('keywords', words),
    ...found('description', words),
    ...found('tools', toolWords),
  ]
}

/** Lower-case words in the singular, one space between them, without those that every server has. */
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
 * As far as English goes without a dictionary; the words of the rules go the same way, so that it need not be right.
 */
function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

interface RuleWord {
  /** As the catalogue has it. */
  readonly word: string
  /** As texts have it. */
  readonly form: string
}

const ruleWords = (words: readonly string[]): RuleWord[] =>
  [...new Map(words.map((word) => [wordsOf(word), word] as const).toReversed())]
    .map(([form, word]) => ({ word, form }))
    .toReversed()

/** The categories with their words as texts have them, the first of those that are the same there. */
const rules = categories.map(({ slug, words, toolWords = [] }) => ({
  slug,
  words: ruleWords(words),
  toolWords: ruleWords([...words, ...toolWords]),
}))
