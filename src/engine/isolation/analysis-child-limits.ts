const MiB = 1024 * 1024

/** Limits of the child processes that lower files to the intermediate representation (IR) and do taint analysis. */
export const analysisChildLimits = {
  /** Time for lowering one file to the IR. */
  fileTimeoutMs: 30_000,
  /** Resident memory of the child process. */
  maxMemoryBytes: 900 * MiB,
  /**
   * Address space that the child process may reserve. A parser reserves 6.9 GiB with glibc, and up to 9 GiB with musl.
   * With 8 GiB for everything, 3 MB of source that touch 470 MiB failed as too large.
   */
  maxReservedBytes: 12 * 1024 * MiB,
  /** Size of one answer of the child process. The IR of the largest file that is read has about 5 MB in base64. */
  maxResultBytes: 12 * MiB,
  /**
   * Time for lowering all files to the IR. Lowering takes 0.34 s of computing per MB (measured), so 60 MiB need about
   * 20 s.
   */
  loweringTimeoutMs: 150_000,
  /** Time for the analysis in the child process. */
  analysisTimeoutMs: 90_000,
  /** Time beyond `analysisTimeoutMs` in which the child process loads and answers. */
  startGraceMs: 30_000,
} as const
