import { sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import { isWithinOneEdit } from '../../../engine/model/one-edit.ts'
import type { ServerFilter } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { countFiltered } from './lists.ts'

/** A search in terms of the registry's words. */
export interface SearchTerms {
  /** Names that match when the separators between words are ignored. */
  readonly keys: readonly string[]
  /** The words as typed. */
  readonly exact: WordWays
  /** The words, with words that start like them or, for rare words, are one edit away. */
  readonly wide: WordWays
  /** Approximate number of servers with the words, in names or anywhere, from the last count. */
  readonly about: { readonly exactNames: number; readonly names: number; readonly servers: number }
  /** Minimum number of servers with the words, if several words were independent. */
  readonly least: number
  /** Number of servers with at least a given rank, from the last count, fewest first. */
  readonly tiers: readonly RankTier[]
  /** Number of public servers, and of those that pass the filter. */
  readonly shown: number
  readonly filtered: number
}

/**
 * Alternatives for words. Any of them matches if all of its entries match, each a `tsquery`. A word and its neighbor
 * also match as one word.
 */
export type WordWays = readonly (readonly string[])[]

/** Servers with at least a given rank. Search finds them by a marker among their words. */
export interface RankTier {
  readonly minRank: number
  readonly servers: number
}

interface KnownWord {
  readonly word: string
  readonly servers: number
  readonly named: number
}

interface AskedWord {
  readonly word: string
  readonly same: readonly KnownWord[]
  readonly begins: readonly KnownWord[]
  readonly like: readonly KnownWord[]
}

/** A word that this many times more servers have than the typed one was probably meant. */
const likelier = 10

/**
 * A longer word that this many times fewer servers have than the typed one adds almost nothing, and each search word
 * has a cost.
 */
const rarer = 1_000

/** Parses the search text. Undefined if it contains no words. */
export async function readSearchTerms(
  db: Database,
  text: string,
  filter: ServerFilter,
): Promise<SearchTerms | undefined> {
  const asked = await askRegistry(db, text, filter)
  if (!asked || asked.words.length === 0) return undefined
  const { words, shown, filtered, tiers } = asked
  const terms = words.map(meantBy)
  const joined = words.slice(1).map(({ word }, index) => `${words[index]?.word ?? ''}${word}`)
  return {
    keys: [asked.key, ...correctedKeys(terms)],
    exact: waysOf(
      words.map(({ word }) => quoted(word)),
      joined,
    ),
    wide: waysOf(
      terms.map(({ meant }) => alternatives(meant.map(({ word }) => quoted(word)))),
      joined,
    ),
    about: {
      exactNames: together(
        words.map(({ same }) => sum(same, 'named')),
        shown,
      ),
      names: together(
        terms.map(({ meant }) => sum(meant, 'named')),
        shown,
      ),
      servers: together(
        terms.map(({ meant }) => sum(meant, 'servers')),
        shown,
      ),
    },
    least: independent(
      terms.map(({ meant }) => sum(meant, 'servers')),
      shown,
    ),
    tiers,
    shown,
    filtered,
  }
}

/**
 * Two words match separately or as one word. Reading them separately takes an index a fifth less time than adding the
 * alternative to each of the two.
 */
function waysOf(words: readonly string[], joined: readonly string[]): WordWays {
  if (words.length === 2) return [words, joined.map(quoted)]
  return [
    words.map((word, index) => alternatives([word, ...joined.slice(Math.max(index - 1, 0), index + 1).map(quoted)])),
  ]
}

/**
 * Alternatives of a word: the word itself, words that start with it, and words one edit away if they are much more
 * likely.
 */
function meantBy({ word, same, begins, like }: AskedWord): {
  readonly word: string
  readonly meant: readonly KnownWord[]
  readonly corrected: readonly string[]
} {
  const known = sum([...same, ...begins], 'servers')
  const corrections = like
    .filter((other) => isWithinOneEdit(word, other.word) && other.servers >= known * likelier)
    .slice(0, catalogueLimits.maxSimilarWords)
  const itself = same[0] ?? { word, servers: 0, named: 0 }
  const longer = begins.filter(({ servers }) => servers * rarer >= itself.servers)
  return { word, meant: [itself, ...longer, ...corrections], corrected: corrections.map((other) => other.word) }
}

/** The complete name with each misspelled word corrected. */
function correctedKeys(terms: readonly { readonly word: string; readonly corrected: readonly string[] }[]): string[] {
  if (terms.every(({ corrected }) => corrected.length === 0)) return []
  const most = Math.max(...terms.map(({ corrected }) => corrected.length))
  return Array.from({ length: most }, (_, place) =>
    terms.map(({ word, corrected }) => corrected[Math.min(place, corrected.length - 1)] ?? word).join(''),
  )
}

/**
 * Number of servers with all of several words. Words about one subject are not independent, so ten times the product,
 * and at most the number of the rarest word.
 */
function together(counts: readonly number[], shown: number): number {
  return Math.min(...counts, counts.length === 1 ? Infinity : independent(counts, shown) * 10)
}

function independent(counts: readonly number[], shown: number): number {
  return counts.reduce((product, count) => product * Math.min(count / Math.max(shown, 1), 1), shown)
}

const sum = (words: readonly KnownWord[], of: 'servers' | 'named') => words.reduce((total, word) => total + word[of], 0)

const alternatives = (queries: readonly string[]) =>
  queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' | ')})`

/** Words contain no ASCII except letters and digits. */
const quoted = (word: string) => `'${word}'`

interface AskedText extends Pick<SearchTerms, 'shown' | 'filtered' | 'tiers'> {
  /** All words as one. */
  readonly key: string
  readonly words: readonly AskedWord[]
}

/**
 * All statistics for a text and the numbers of servers, in one query. Each query costs a fifth of a millisecond of CPU
 * in addition to its content.
 */
async function askRegistry(db: Database, text: string, filter: ServerFilter): Promise<AskedText | undefined> {
  const { maxSimilarWords: likeWords, maxPrefixWords: beginningWords, maxSearchWords: searchWords } = catalogueLimits
  const listed = sql`json_build_object('word', known.word, 'servers', known.servers, 'named', known.named)`
  const [row] = await db.execute<AskedText & Record<string, unknown>>(sql`
    select registry_name_key(typed) as key, (
      select coalesce(json_agg(json_build_object(
        'word', asked.word,
        'same', (select coalesce(json_agg(${listed}), '[]') from registry_words known where known.word = asked.word),
        'begins', (select coalesce(json_agg(${listed}), '[]') from (
          select * from (select word, servers, named from registry_words
          where char_length(asked.word) >= 3 and word > asked.word and word < asked.word || chr(1114111)
          limit ${beginningWords}) beginning
          order by servers desc, word limit ${likeWords}
        ) known),
        'like', (select coalesce(json_agg(${listed}), '[]') from (
          select word, servers, named from registry_words
          where char_length(asked.word) >= 3 and word <> asked.word and deletions && registry_deletions(asked.word)
          order by servers desc, word limit ${likeWords} * 10
        ) known)
      ) order by asked.place), '[]')
      from unnest(registry_bounded(registry_terms(typed))) with ordinality asked(word, place)
      where asked.place <= ${searchWords}
    ) as words,
      ${countFiltered({})} as shown, ${countFiltered(filter)} as filtered,
      (select coalesce(json_agg(json_build_object('leastRank', least_rank, 'servers', servers) order by servers), '[]')
      from registry_tier_counts where servers > 0) as tiers
    from (select ${text}::text as typed) input`)
  return row
}
