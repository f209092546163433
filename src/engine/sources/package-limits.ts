const MiB = 1024 * 1024

/** Limits on reading one package archive of a registry. */
export const packageLimits = {
  /** Size of the archive as the registry sends it. */
  maxPackedBytes: 50 * MiB,
  /** Size of all files of the archive together. */
  maxUnpackedBytes: 200 * MiB,
  /** Files in one archive. */
  maxFiles: 20_000,
  /** Size of one file. The reader skips larger files and names them. */
  maxFileBytes: 50 * MiB,
  /** Unpacked size divided by packed size. Ordinary packages stay under 20, an archive of zeros reaches 1,000. */
  maxUnpackRatio: 200,
  /** Unpacked bytes after which `maxUnpackRatio` applies. Small archives of text may compress well. */
  minRatioCheckedBytes: 10 * MiB,
  /** Length of the path of one file. */
  maxPathBytes: 1_024,
  /** Time for fetching signatures, keys, and attestations. The archive downloads at the same time. */
  verificationTimeoutMs: 10_000,
  /** Size of one document with signatures, keys, or attestations. */
  maxAttestationBytes: 2 * MiB,
} as const
