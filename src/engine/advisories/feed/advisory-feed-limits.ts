const MiB = 1024 * 1024

/** Limits on reading an advisory feed. */
export const advisoryFeedLimits = {
  /** Size of one advisory. The largest OSV record has about 10 MB. */
  maxRecordBytes: 32 * MiB,
  /** Total size of an ecosystem's advisories. */
  maxExportBytes: 4 * 1024 * MiB,
  /** Size of a listing. That of npm has 12 MB. */
  maxListingBytes: 128 * MiB,
} as const
