import { outgoingLimits } from '../../net/outgoing-limits.ts'
import { packageLimits } from '../package-limits.ts'

const MiB = 1024 * 1024

/** Limits on reading a git repository at one commit. */
export const gitLimits = {
  maxFiles: 100_000,
  /** Total size of all files that are read. */
  maxReadBytes: 500 * MiB,
  /** Size of one file. Larger files are skipped and listed. */
  maxFileBytes: 5 * MiB,
  /** Size of the pack that the server sends. */
  maxPackBytes: 1024 * MiB,
  /** Number of remote refs that are considered. */
  maxRefs: 100_000,
  /** Time for fetching the commit. */
  fetchTimeoutMs: 5 * 60_000,
  maxRedirects: outgoingLimits.maxRedirects,
  maxAttempts: outgoingLimits.maxAttempts,
  /** Time without any data from the server, before or during a response. */
  responseTimeoutMs: outgoingLimits.responseTimeoutMs,
  /** Size of a list of refs, and of any other response except the pack. A list of 100,000 refs has about 10 MB. */
  maxListingBytes: 32 * MiB,
  /** Number of objects in the header of a pack. git needs about 150 bytes of memory for each. */
  maxPackObjects: 1_000_000,
  maxFolders: 100_000,
  /** Size of one tree object. A tree with 300,000 entries has about 12 MB. */
  maxTreeBytes: 32 * MiB,
  /** Length of a file path, as for archives. */
  maxPathBytes: packageLimits.maxPathBytes,
  /** Size of the commits that are fetched to check whether a branch or tag reaches a commit. */
  maxHistoryBytes: 64 * MiB,
  /** Time for fetching these commits. */
  historyTimeoutMs: 60_000,
  /** Tips of branches and tags from which the history is fetched. */
  maxHistoryTips: 5_000,
  /**
   * Address space of one git process, because deltas can expand from a few bytes to gigabytes. Shallow packs of Linux
   * unpack in 400 MiB.
   */
  maxProcessBytes: 1024 * MiB,
  /** CPU time of one git process, in seconds. */
  maxProcessSeconds: 120,
  /** Total size of contents in memory. The rest is written to a temporary file. */
  maxMemoryBytes: 16 * MiB,
  /** Number of skipped files that are listed by name. The rest are only counted. */
  maxFilesNamed: 1_000,
} as const

/** Limits as plain numbers, so that tests can set smaller ones. */
export type GitLimits = { readonly [Limit in keyof typeof gitLimits]: number }
