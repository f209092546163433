import { sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import { isWithinOneEdit } from '../../../engine/model/one-edit.ts'
import type { ServerFilter } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { countFiltered } from './lists.ts'

/** Search text, expressed in the words of the registry. */
export interface SearchTerms {
  /** Complete names, without separators between words. */
  readonly keys: readonly string[]
  /** Words as typed. */
  readonly exact: WordWays
  /** Words as typed, words that start with them, and words one edit away if these are much more common. */
  readonly wide: WordWays
  /** Approximate number of servers with the words, in the name or anywhere, from the last count. */
  readonly about: { readonly exactNames: number; readonly names: number; readonly servers: number }
  /** Number of servers that would have all words if the words were independent. The real number is usually higher. */
  readonly least: number
  /** Rank tiers from the last count, smallest first. */
  readonly tiers: readonly RankTier[]
  /** Number of public servers, and number of servers that pass the filter. */
  readonly shown: number
  readonly filtered: number
}

/**
 * Alternative queries. An alternative matches if all its `tsquery` entries match. Adjacent words also match as one
 * joined word.
 */
export type WordWays = readonly (readonly string[])[]

/** Number of servers with at least a given rank. A marker among a server's words identifies its tier. */
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

/** Factor for corrections. A similar word was probably meant if this many times more servers have it. */
const likelier = 10

/**
 * Factor for completions. A longer word is skipped if this many times fewer servers have it, because it adds almost no
 * results and each search word costs time.
 */
const rarer = 1_000

/** Parses the search text. Returns undefined if it contains no words. */
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
 * Combines words with their joined forms. Two words become two alternatives, which an index reads a fifth faster than
 * two words with the joined form as alternative to each.
 */
function waysOf(words: readonly string[], joined: readonly string[]): WordWays {
  if (words.length === 2) return [words, joined.map(quoted)]
  return [
    words.map((word, index) => alternatives([word, ...joined.slice(Math.max(index - 1, 0), index + 1).map(quoted)])),
  ]
}

/** Returns the word itself, words that start with it, and words one edit away if they are much more common. */
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

/** Returns the complete names in which the misspelled words are corrected. */
function correctedKeys(terms: readonly { readonly word: string; readonly corrected: readonly string[] }[]): string[] {
  if (terms.every(({ corrected }) => corrected.length === 0)) return []
  const most = Math.max(...terms.map(({ corrected }) => corrected.length))
  return Array.from({ length: most }, (_, place) =>
    terms.map(({ word, corrected }) => corrected[Math.min(place, corrected.length - 1)] ?? word).join(''),
  )
}

/**
 * Estimates the number of servers with all words. Words about one subject are not independent, so the estimate is ten
 * times the product, limited by the rarest word.
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

/** Needs no escaping: the only ASCII characters in words are letters and digits. */
const quoted = (word: string) => `'${word}'`

interface AskedText extends Pick<SearchTerms, 'shown' | 'filtered' | 'tiers'> {
  /** All words, joined. */
  readonly key: string
  readonly words: readonly AskedWord[]
}

/**
 * Reads a search text's statistics and the server counts in one query. Each separate query would add a fifth of a
 * millisecond of CPU time.
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
      (select coalesce(json_agg(json_build_object('minRank', least_rank, 'servers', servers) order by servers), '[]')
      from registry_tier_counts where servers > 0) as tiers
    from (select ${text}::text as typed) input`)
  return row
}
