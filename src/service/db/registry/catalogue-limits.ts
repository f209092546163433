/** Limits for searching and listing registry servers. */
export const catalogueLimits = {
  /** Maximum number of characters in a search text. */
  maxSearchCharacters: 200,
  /** Maximum number of words in a search text. Additional words are ignored. */
  maxSearchWords: 8,
  /** Maximum number of registry words that match one search word, by prefix or within one edit. */
  maxSimilarWords: 20,
  /** Maximum number of registry words with the same prefix to consider. */
  maxPrefixWords: 2_000,
  /** Maximum number of characters in a filter. */
  maxFilterCharacters: 60,
  /** Maximum position in search results. */
  maxSearchDepth: 10_000,
  /** Maximum number of matches to count exactly if a search has very many. */
  maxCountedMatches: 200,
  /** Maximum number of rows to read for this count. */
  maxWalkedRows: 400,
  /** Maximum number of matches to read and sort in full. */
  maxGatheredRows: 1_500,
  /**
   * Maximum number of matches to read and sort in full if a search has several words. Intersecting the words costs as
   * much as a few hundred rows, but only once.
   */
  maxGatheredTogether: 2_000,
  /** Maximum number of names to read and sort in full. */
  maxGatheredNames: 4_000,
  /** Maximum number of best-matching names to read and sort in full. */
  maxGatheredTopNames: 1_500,
  maxComparedServers: 4,
  /** Maximum number of stored count rows before they are merged. */
  maxUnfoldedTallies: 500,
  /** Limits for the marks that speed up distant pages of a list. */
  marks: {
    rowStep: 1_000,
    /** Number of server changes after which a mark expires. */
    maxChanges: 2_000,
    /** Minimum lifetime of a mark. */
    minRetentionMs: 5 * 60_000,
  },
} as const
