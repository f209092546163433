const MiB = 1024 * 1024

/** Limits on child processes that lower files to the intermediate representation (IR) and run the taint analysis. */
export const analysisChildLimits = {
  /** Maximum time to lower one file to the IR. */
  fileTimeoutMs: 30_000,
  /** Maximum resident memory of the child process. */
  maxMemoryBytes: 900 * MiB,
  /**
   * Maximum address space that the child process may reserve. A parser reserves 6.9 GiB with glibc and up to 9 GiB with
   * musl. A limit of 8 GiB caused 3 MB of source, for which only 470 MiB of memory were touched, to be rejected as too
   * large.
   */
  maxReservedBytes: 12 * 1024 * MiB,
  /** Maximum size of one answer. For the largest files accepted, the IR takes about 5 MB in base64. */
  maxResultBytes: 12 * MiB,
  /**
   * Maximum time to lower all files to the IR. Lowering takes 0.34 s of CPU time per MB (measured), so 60 MiB need
   * about 20 s.
   */
  loweringTimeoutMs: 150_000,
  /** Maximum time for the analysis in the child process. */
  analysisTimeoutMs: 90_000,
  /** Additional time for loading the child process and receiving its answer. */
  startGraceMs: 30_000,
} as const
