const MiB = 1024 * 1024

/** Limits on the reachability analysis of one scan. What exceeds them is listed as not read, and is `unknown`. */
export const reachabilityLimits = {
  /** Maximum number of installed packages to read. */
  maxPackages: 1_500,
  /** Maximum total size of the downloaded archives. */
  maxDownloadedBytes: 300 * MiB,
  /** Maximum time for reading packages and comparing versions, without the time spent waiting for other scans. */
  readingTimeoutMs: 180_000,
  /** Maximum time for one package in its child process. */
  packageTimeoutMs: 30_000,
  /** Maximum number of archives in memory. */
  atOnce: 6,
  /** Maximum size of an archive that is kept in memory for a second use. */
  maxKeptBytes: 5 * MiB,
  /** Maximum total size of the archives that one child compares, unless two archives are larger. */
  maxComparedBytes: 4 * MiB,
  /** Maximum number of fixes that one child compares. 100 small ones took 1.1 GB (measured). */
  maxComparedPairs: 16,
  /** Maximum total size of the summaries of one project, deflated. */
  maxSummariesBytes: 48 * MiB,
  /** Maximum number of project files. */
  maxProjectFiles: 5_000,
  /** Maximum time for the project's files. */
  projectTimeoutMs: 60_000,
  /** Maximum time for judging all vulnerable packages of a project. */
  judgingTimeoutMs: 60_000,
  /** Maximum number of advisories whose vulnerable functions are derived from archives. */
  maxDerivations: 200,
  /** Maximum number of times that a program is judged. Each time shows which packages for development it also needs. */
  maxRounds: 3,
  /** Maximum number of packages for development that are read after one round. */
  maxNeeded: 50,
  /** Maximum number of packages that the coverage names. */
  maxNamed: 100,
} as const

/** Limits on child processes for the reachability analysis. */
export const reachabilityChildBounds = {
  maxMemoryBytes: 900 * MiB,
  maxReservedBytes: 12 * 1024 * MiB,
} as const

/** Limits on a child process whose result is shared: it receives one archive, and ends. */
export const loneChildBounds = {
  ...reachabilityChildBounds,
  maxFilesPerChild: 1,
  maxFilesAhead: 1,
  fileTimeoutMs: reachabilityLimits.packageTimeoutMs,
} as const
