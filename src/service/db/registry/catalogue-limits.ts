/** Limits for searching and listing registry servers. */
export const catalogueLimits = {
  /** Characters of a search text. */
  maxSearchCharacters: 200,
  /** Words of a search text. Further words are ignored. */
  maxSearchWords: 8,
  /** Registry words that match one search word, by prefix or within one edit. */
  maxSimilarWords: 20,
  /** Registry words with the same prefix to consider. */
  maxPrefixWords: 2_000,
  /** Characters of a filter. */
  maxFilterCharacters: 60,
  /** Last position in the results of a search. */
  maxSearchDepth: 10_000,
  /** Matches to count exactly if a search has very many. */
  maxCountedMatches: 200,
  /** Rows to read for this count. */
  maxWalkedRows: 400,
  /** Matches to read and sort in full. */
  maxGatheredRows: 1_500,
  /**
   * Matches to read and sort in full if a search has several words. Intersecting the words costs as much as a few
   * hundred rows, but only once.
   */
  maxGatheredTogether: 2_000,
  /** Names to read and sort in full. */
  maxGatheredNames: 4_000,
  /** Names of the best matches to read and sort in full. */
  maxGatheredTopNames: 1_500,
  maxComparedServers: 4,
  /** Rows of stored counts before they are merged. */
  maxUnfoldedTallies: 500,
  /** Limits for the marks that speed up distant pages of a list. */
  marks: {
    rowStep: 1_000,
    /** A mark expires after this many changes of servers. */
    maxChanges: 2_000,
    /** Minimum lifetime of a mark. */
    minRetentionMs: 5 * 60_000,
  },
} as const
