const MiB = 1024 * 1024

/** Limits on one metadata document of a package registry. */
export const packumentLimits = {
  /** Unpacked size. The largest documents on npm have about 100 MB. */
  maxBytes: 128 * MiB,
  /** Objects and arrays in the document. A package with 5,000 versions has about 100,000. */
  maxValues: 2_000_000,
} as const
