const KiB = 1024
const MiB = 1024 * 1024

/** Limits on the secret search. */
export const secretLimits = {
  /** Maximum number of bytes to search at once. Searching them takes about 50 ms. */
  maxPartBytes: 256 * KiB,
  /** Number of bytes after which the search yields to the event loop. They take about 50 ms. */
  yieldAfterBytes: 2 * MiB,
  /**
   * Maximum number of one rule's findings in one file that are reported individually. The rest are counted. Reporting a
   * finding takes about 50 µs, ten times as long as detecting it.
   */
  maxFindingsPerRule: 100,
} as const
