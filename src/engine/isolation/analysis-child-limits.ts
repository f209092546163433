const MiB = 1024 * 1024

/** Limits on child processes that lower files to the intermediate representation (IR) and run the taint analysis. */
export const analysisChildLimits = {
  /** Maximum time to lower one file to the IR. */
  fileTimeoutMs: 30_000,
  /** Maximum resident memory of the child process. */
  maxMemoryBytes: 900 * MiB,
  /**
   * Address space that the child process may reserve. A parser reserves 6.9 GiB with glibc, and up to 9 GiB with musl.
   * With a limit of 8 GiB, 3 MB of source that touched only 470 MiB were rejected as too large.
   */
  maxReservedBytes: 12 * 1024 * MiB,
  /** Maximum size of one answer. The IR of the largest file that is read takes about 5 MB in base64. */
  maxResultBytes: 12 * MiB,
  /**
   * Maximum time to lower all files to the IR. Lowering takes 0.34 s of CPU time per MB (measured), so 60 MiB need
   * about 20 s.
   */
  loweringTimeoutMs: 150_000,
  /** Maximum time of the analysis in the child process. */
  analysisTimeoutMs: 90_000,
  /** Additional time to load the child process and receive its answer. */
  startGraceMs: 30_000,
} as const
