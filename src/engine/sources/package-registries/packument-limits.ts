const MiB = 1024 * 1024

/** Limits on one packument. */
export const packumentLimits = {
  /** Maximum size after decompression. The largest documents on npm are about 100 MB. */
  maxBytes: 128 * MiB,
  /** Maximum number of objects and arrays in the document. A package with 5,000 versions has about 100,000. */
  maxValues: 2_000_000,
} as const
