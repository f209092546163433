const MiB = 1024 * 1024

/** Limits on reading what a project declares. */
export const projectFactLimits = {
  /** Size of one manifest or README. */
  maxFileBytes: MiB,
  /** Size of one source file that is searched for its use of MCP. */
  maxSourceFileBytes: 5 * MiB,
  /** Total size of these source files. */
  maxTotalSourceBytes: 100 * MiB,
  /** Number of bytes to search before yielding to other work. */
  yieldAfterBytes: 8 * MiB,
} as const
