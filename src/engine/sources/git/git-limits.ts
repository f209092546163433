import { outgoingLimits } from '../../net/outgoing-limits.ts'
import { packageLimits } from '../package-limits.ts'

const MiB = 1024 * 1024

/** Limits on reading a git repository at one commit. */
export const gitLimits = {
  /** Files of the commit. */
  maxFiles: 100_000,
  /** Size of all files that are read, together. */
  maxReadBytes: 500 * MiB,
  /** Size of one file. The reader skips larger files and names them. */
  maxFileBytes: 5 * MiB,
  /** Size of the pack that the server sends. */
  maxPackBytes: 1024 * MiB,
  /** Refs of the remote repository that are considered. */
  maxRefs: 100_000,
  /** Time for fetching the commit. */
  fetchTimeoutMs: 5 * 60_000,
  /** Redirects of one request. */
  maxRedirects: outgoingLimits.maxRedirects,
  /** Attempts of one request. */
  maxAttempts: outgoingLimits.maxAttempts,
  /** Time without any data from the server, before or during an answer. */
  responseTimeoutMs: outgoingLimits.responseTimeoutMs,
  /** Size of a list of refs, and of every other answer except the pack. 100,000 refs have about 10 MB. */
  maxListingBytes: 32 * MiB,
  /** Objects in the header of a pack. git keeps about 150 bytes of each in memory. */
  maxPackObjects: 1_000_000,
  /** Folders that are read. */
  maxFolders: 100_000,
  /** Size of one tree object. 300,000 entries have about 12 MB. */
  maxTreeBytes: 32 * MiB,
  /** Length of the path of one file, as in archives. */
  maxPathBytes: packageLimits.maxPathBytes,
  /** Size of the commits that are fetched to check whether a branch or tag reaches a commit. */
  maxHistoryBytes: 64 * MiB,
  /** Time for fetching these commits. */
  historyTimeoutMs: 60_000,
  /** Tips of branches and tags from which the history is fetched. */
  maxHistoryTips: 5_000,
  /**
   * Address space of one git process. Deltas can expand a few bytes to gigabytes. Shallow packs of Linux unpack in 400
   * MiB.
   */
  maxProcessBytes: 1024 * MiB,
  /** Processor time of one git process. */
  maxProcessSeconds: 120,
  /** File contents that stay in memory. The rest is written to a temporary file. */
  maxMemoryBytes: 16 * MiB,
  /** Skipped files that are listed by name. The others are counted. */
  maxFilesNamed: 1_000,
} as const

/** The limits as numbers, so that tests can set smaller ones. */
export type GitLimits = { readonly [Limit in keyof typeof gitLimits]: number }
