const MiB = 1024 * 1024

/** Limits on reading one package archive. */
export const packageLimits = {
  /** Maximum size of the archive as downloaded. */
  maxPackedBytes: 50 * MiB,
  /** Maximum total size of all files in the archive. */
  maxUnpackedBytes: 200 * MiB,
  maxFiles: 20_000,
  /** Maximum size of one file. Larger files are skipped and listed. */
  maxFileBytes: 50 * MiB,
  /** Maximum ratio of unpacked to packed size. Ordinary packages stay below 20. An archive of zeros reaches 1,000. */
  maxUnpackRatio: 200,
  /** Unpacked size above which `maxUnpackRatio` applies. Small text archives can compress well. */
  minRatioCheckedBytes: 10 * MiB,
  maxPathBytes: 1_024,
  /** Maximum time to fetch signatures, keys, and attestations while the archive downloads. */
  verificationTimeoutMs: 10_000,
  /** Maximum size of one document with signatures, keys, or attestations. */
  maxAttestationBytes: 2 * MiB,
} as const
