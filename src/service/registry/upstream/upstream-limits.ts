const MiB = 1024 * 1024

/** Limits for following an MCP registry. */
export const upstreamLimits = {
  /** Maximum number of records per page. */
  maxPageRecords: 100,
  /** Maximum size of a page. */
  maxPageBytes: 8 * MiB,
  /** Maximum number of pages per walk. */
  maxPages: 20_000,
  /** Maximum number of pages per run of the job. */
  maxPagesPerRun: 2_000,
  /** Maximum length of a record. */
  maxRecordCharacters: 100_000,
  /** Maximum length of a cursor. */
  maxCursorCharacters: 2_000,
  /** Overlap with the previous walk. Clocks differ, and the previous walk may have missed updates while it ran. */
  overlapMs: 10 * 60_000,
  /** Maximum number of unreadable records to list by name. */
  maxSkippedNamed: 20,
} as const
