import { outgoingLimits } from '../../net/outgoing-limits.ts'
import { packageLimits } from '../package-limits.ts'

const MiB = 1024 * 1024

/** Limits on reading a git repository at one commit. */
export const gitLimits = {
  maxFiles: 100_000,
  /** Maximum total size of all files read. */
  maxReadBytes: 500 * MiB,
  /** Maximum size of one file. Larger files are skipped and listed. */
  maxFileBytes: 5 * MiB,
  /** Maximum size of the pack sent by the server. */
  maxPackBytes: 1024 * MiB,
  /** Maximum number of remote refs to consider. */
  maxRefs: 100_000,
  /** Maximum time to fetch the commit. */
  fetchTimeoutMs: 5 * 60_000,
  maxRedirects: outgoingLimits.maxRedirects,
  maxAttempts: outgoingLimits.maxAttempts,
  /** Maximum time without any data from the server, before or during a response. */
  responseTimeoutMs: outgoingLimits.responseTimeoutMs,
  /**
   * Maximum size of a ref list, and of any other response except the pack. A list of 100,000 refs takes about 10 MB.
   */
  maxListingBytes: 32 * MiB,
  /** Maximum number of objects that a pack header may declare. git needs about 150 bytes of memory for each. */
  maxPackObjects: 1_000_000,
  maxFolders: 100_000,
  /** Maximum size of one tree object. A tree with 300,000 entries takes about 12 MB. */
  maxTreeBytes: 32 * MiB,
  /** Maximum length of a file path, as for archives. */
  maxPathBytes: packageLimits.maxPathBytes,
  /** Maximum total size of the commits fetched to check whether a branch or tag reaches a given commit. */
  maxHistoryBytes: 64 * MiB,
  /** Maximum time to fetch these commits. */
  historyTimeoutMs: 60_000,
  /** Maximum number of branch and tag tips to fetch history from. */
  maxHistoryTips: 5_000,
  /**
   * Maximum address space of one git process. Limited because deltas can expand from a few bytes to gigabytes. Shallow
   * packs of Linux unpack in 400 MiB.
   */
  maxProcessBytes: 1024 * MiB,
  /** Maximum CPU time of one git process, in seconds. */
  maxProcessSeconds: 120,
  /** Maximum number of descriptors of one git process. It opens one pack, its index, and a few small files. */
  maxProcessDescriptors: 64,
  /** Maximum total size of file contents in memory. The rest is written to a temporary file. */
  maxMemoryBytes: 16 * MiB,
  /** Maximum number of skipped files listed by name. The others are only counted. */
  maxFilesNamed: 1_000,
} as const

/** Limits typed as plain numbers, so that tests can set lower ones. */
export type GitLimits = { readonly [Limit in keyof typeof gitLimits]: number }
