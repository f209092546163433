const MiB = 1024 * 1024

/** Limits on reading one package archive. */
export const packageLimits = {
  /** Size of the archive as downloaded. */
  maxPackedBytes: 50 * MiB,
  /** Total size of all files in the archive. */
  maxUnpackedBytes: 200 * MiB,
  maxFiles: 20_000,
  /** Size of one file. Larger files are skipped and listed. */
  maxFileBytes: 50 * MiB,
  /** Unpacked size divided by packed size. Ordinary packages stay below 20. An archive of zeros reaches 1,000. */
  maxUnpackRatio: 200,
  /** Unpacked size above which `maxUnpackRatio` applies. Small text archives can compress well. */
  minRatioCheckedBytes: 10 * MiB,
  maxPathBytes: 1_024,
  /** Time for fetching signatures, keys, and attestations while the archive downloads. */
  verificationTimeoutMs: 10_000,
  /** Size of one document with signatures, keys, or attestations. */
  maxAttestationBytes: 2 * MiB,
} as const
