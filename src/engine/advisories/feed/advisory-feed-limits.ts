const MiB = 1024 * 1024

/** Limits on reading an advisory feed. */
export const advisoryFeedLimits = {
  /** Size of one advisory. The largest record of OSV has about 10 MB. */
  maxRecordBytes: 32 * MiB,
  /** Size of all advisories of an ecosystem. */
  maxExportBytes: 4 * 1024 * MiB,
  /** Size of the list of advisories. The list of npm has 12 MB. */
  maxListingBytes: 128 * MiB,
} as const
