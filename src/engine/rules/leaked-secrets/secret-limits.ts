const KiB = 1024
const MiB = 1024 * 1024

/** Limits on searching for secrets. */
export const secretLimits = {
  /** Bytes of a file that are searched at once. Searching them takes about 50 ms. */
  maxPartBytes: 256 * KiB,
  /** Bytes to search before other work of the process runs. Searching them takes about 50 ms. */
  yieldAfterBytes: 2 * MiB,
  /**
   * Findings of one rule in one file that are reported one by one. The others are counted. Reporting one takes about 50
   * µs, ten times as long as finding it.
   */
  maxFindingsPerRule: 100,
} as const
