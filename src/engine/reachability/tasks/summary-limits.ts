const MiB = 1024 * 1024

/** Limits on the summary of one package version. */
export const summaryLimits = {
  /** Time for converting the files of a package, in milliseconds. The remaining files are listed as not read. */
  loweringMs: 20_000,
  /** Maximum total length of the code in a summary, in characters of base64. */
  maxCodeCharacters: 64 * MiB,
  /** Maximum size of a stored summary. It is deflated JSON. */
  maxStoredBytes: 24 * MiB,
  /** Maximum size of a summary after inflation. */
  maxInflatedBytes: 160 * MiB,
  maxPathCharacters: 1_000,
} as const
