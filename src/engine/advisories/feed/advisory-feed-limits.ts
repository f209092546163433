const MiB = 1024 * 1024

/** Limits on reading an advisory feed. */
export const advisoryFeedLimits = {
  /** Maximum size of one advisory. The largest OSV record is about 10 MB. */
  maxRecordBytes: 32 * MiB,
  /** Maximum total size of an ecosystem's advisories. */
  maxExportBytes: 4 * 1024 * MiB,
  /** Maximum size of a listing. The npm listing is 12 MB. */
  maxListingBytes: 128 * MiB,
} as const
