import { sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import { isWithinOneEdit } from '../../../engine/model/one-edit.ts'
import type { ServerFilter } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { countFiltered } from './lists.ts'

/** What a search asks for, in the words of the registry. */
export interface SearchTerms {
  /** Names without what stands between their words that are the ones asked for. */
  readonly keys: readonly string[]
  /** The words as they were written. */
  readonly exact: WordWays
  /** The same with words that begin like them or, where they are hardly known, are one edit away. */
  readonly wide: WordWays
  /** About how many servers have the words, in their names or anywhere, as the job counted last. */
  readonly about: { readonly exactNames: number; readonly names: number; readonly servers: number }
  /** How many servers have the words at least, were several words independent of each other. */
  readonly least: number
  /** How many servers stand at least so far up in rank, as the job counted last; the fewest first. */
  readonly tiers: readonly RankTier[]
  /** Servers that everybody may see, and those of them that pass the filter. */
  readonly shown: number
  readonly filtered: number
}

/**
 * Ways in which words match: any of them does, with all that it lists, each a `tsquery`. A word is also matched by its
 * neighbour and it as one word.
 */
export type WordWays = readonly (readonly string[])[]

/** Servers from a rank on; search finds them by a mark beside their words. */
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

/** A word that so many times more servers have than what was written is what was meant, or may be. */
const likelier = 10

/**
 * A longer word that so many times fewer servers have than what was written adds next to nothing, and each word that is
 * looked for costs.
 */
const rarer = 1_000

/** Reads what was typed; undefined where it has no word in it. */
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
 * Two words are both there, or as one: read apart, an index takes a fifth less time than with either of the two in the
 * place of each.
 */
function waysOf(words: readonly string[], joined: readonly string[]): WordWays {
  if (words.length === 2) return [words, joined.map(quoted)]
  return [
    words.map((word, index) => alternatives([word, ...joined.slice(Math.max(index - 1, 0), index + 1).map(quoted)])),
  ]
}

/**
 * What a word stands for: itself, what begins with it, and what is one edit away from it where that is far likelier.
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

/** The name as a whole with each misspelt word put right. */
function correctedKeys(terms: readonly { readonly word: string; readonly corrected: readonly string[] }[]): string[] {
  if (terms.every(({ corrected }) => corrected.length === 0)) return []
  const most = Math.max(...terms.map(({ corrected }) => corrected.length))
  return Array.from({ length: most }, (_, place) =>
    terms.map(({ word, corrected }) => corrected[Math.min(place, corrected.length - 1)] ?? word).join(''),
  )
}

/**
 * How many have all of several words: words of one subject are not independent, so ten times as many, and never more
 * than have the rarest.
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

/** Words have no ASCII in them but letters and digits. */
const quoted = (word: string) => `'${word}'`

interface AskedText extends Pick<SearchTerms, 'shown' | 'filtered' | 'tiers'> {
  /** All words as one. */
  readonly key: string
  readonly words: readonly AskedWord[]
}

/**
 * All that is known of a text and of how many servers there are, in one question: each costs a fifth of a millisecond
 * of a core on top of what it asks.
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
