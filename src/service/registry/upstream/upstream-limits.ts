const MiB = 1024 * 1024

/** Limits on following a registry of MCP servers. */
export const upstreamLimits = {
  /** Records on one page. */
  maxPageRecords: 100,
  /** Size of one page. */
  maxPageBytes: 8 * MiB,
  /** Pages of one walk. */
  maxPages: 20_000,
  /** Pages of one run of the job. */
  maxPagesPerRun: 2_000,
  /** Length of one record. */
  maxRecordCharacters: 100_000,
  /** Length of a cursor. */
  maxCursorCharacters: 2_000,
  /**
   * Overlap of a walk with the previous one. Clocks differ, and the previous walk may have missed updates while it ran.
   */
  overlapMs: 10 * 60_000,
  /** Unreadable records that are listed by name. */
  maxSkippedNamed: 20,
} as const
