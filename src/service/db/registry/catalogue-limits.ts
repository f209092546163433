/** Limits on searching and listing the servers of the registry. */
export const catalogueLimits = {
  /** Length of a search text. */
  maxSearchCharacters: 200,
  /** Words of a search text that count. */
  maxSearchWords: 8,
  /** Words of the registry that match one search word by prefix or within one edit. */
  maxSimilarWords: 20,
  /** Words of the registry with the same prefix that are considered. */
  maxPrefixWords: 2_000,
  /** Length of a filter. */
  maxFilterCharacters: 60,
  /** Position of a page in the results of a search. */
  maxSearchDepth: 10_000,
  /** Matches that are counted for a search with very many. */
  maxCountedMatches: 200,
  /** Rows that are read for this count. */
  maxWalkedRows: 400,
  /** Matches that are read and sorted as a whole. */
  maxGatheredRows: 1_500,
  /**
   * The same for a search with several words. Finding that words occur together costs as much as some hundred rows and
   * happens once.
   */
  maxGatheredTogether: 2_000,
  /** Names that are read and sorted as a whole. */
  maxGatheredNames: 4_000,
  /** Names of the best matches that are read and sorted as a whole. */
  maxGatheredTopNames: 1_500,
  /** Servers in one comparison. */
  maxComparedServers: 4,
  /** Rows that the stored counts may have before they are folded. */
  maxUnfoldedTallies: 500,
  /** Limits on the marks that make distant pages of a list fast. */
  marks: {
    /** Distance between two marks, in rows. */
    rowStep: 1_000,
    /** Changes of servers after which a mark is no longer used. */
    maxChanges: 2_000,
    /** Time for which a mark is kept at least. */
    minRetentionMs: 5 * 60_000,
  },
} as const
