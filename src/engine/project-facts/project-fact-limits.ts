const MiB = 1024 * 1024

/** Limits on reading what a project declares. */
export const projectFactLimits = {
  /** Size of one manifest or README. */
  maxFileBytes: MiB,
  /** Size of one source file that is searched for how it uses the protocol. */
  maxSourceFileBytes: 5 * MiB,
  /** Size of all such source files together. */
  maxTotalSourceBytes: 100 * MiB,
  /** Bytes to search before other work of the process runs. */
  yieldAfterBytes: 8 * MiB,
} as const
