const MiB = 1024 * 1024

/**
 * Limits on comparing a package with its declared repository. The comparison runs in parallel with the rest of the
 * scan.
 */
export const artifactLimits = {
  /** Maximum size of the pack sent by the git server. Most shallow packs of MCP servers are smaller than 10 MiB. */
  maxPackBytes: 100 * MiB,
  /** Maximum time for the whole comparison. */
  timeoutMs: 60_000,
  /** Maximum size of one file in the package or the repository. */
  maxFileBytes: 2 * MiB,
  /** Maximum number of listed differences. */
  maxDifferences: 100,
  /** Number of bytes to compare before yielding to other work. */
  yieldAfterBytes: 2 * MiB,
} as const
