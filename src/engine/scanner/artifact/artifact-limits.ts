const MiB = 1024 * 1024

/** Limits on comparing a package with the repository that it names. The rest of the scan runs at the same time. */
export const artifactLimits = {
  /** Size of the pack that the git server sends. Most shallow packs of MCP servers have less than 10 MiB. */
  maxPackBytes: 100 * MiB,
  /** Time for the whole comparison. */
  timeoutMs: 60_000,
  /** Size of one file on either side. */
  maxFileBytes: 2 * MiB,
  /** Differences that are listed. */
  maxDifferences: 100,
  /** Bytes to compare before other work of the process runs. */
  yieldAfterBytes: 2 * MiB,
} as const
