const MiB = 1024 * 1024

/** Limits on reading project declarations. */
export const projectFactLimits = {
  /** Maximum size of one manifest or README. */
  maxFileBytes: MiB,
  /** Maximum size of one source file that is searched for MCP usage. */
  maxSourceFileBytes: 5 * MiB,
  /** Maximum total size of these source files. */
  maxTotalSourceBytes: 100 * MiB,
  /** Number of bytes to search before yielding to other work. */
  yieldAfterBytes: 8 * MiB,
} as const
