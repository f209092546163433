import { limits } from '../../model/limits.ts'

const MiB = 1024 * 1024

/**
 * What reading one repository may cost: the limits of the house, and those that only the workings of
 * git need. Sizes in bytes, times in milliseconds.
 */
export const gitLimits = {
  ...limits.git,
  redirects: limits.outgoing.redirects,
  attempts: limits.outgoing.attempts,
  /** Silence of a server, before an answer or in the middle of one. */
  responseMs: limits.outgoing.responseMs,
  /** Lists of refs and everything else of an answer that is not the pack. 100,000 refs have near 10 MB. */
  listingBytes: 32 * MiB,
  /** As the pack's header states them; git keeps near 150 bytes of each in memory. */
  packObjects: 1_000_000,
  /** Folders that are looked into. */
  folders: 100_000,
  /** One tree object; 300,000 entries have near 12 MB. */
  treeBytes: 32 * MiB,
  /** Path of a file, as for archives. */
  pathBytes: limits.package.pathBytes,
  /** Commits that are fetched to see whether a branch or tag reaches one. */
  historyBytes: 64 * MiB,
  historyMs: 60_000,
  /** Tips of branches and tags from which that is asked. */
  historyTips: 5_000,
  /** Address space of one git process; deltas make gigabytes of bytes. Shallow packs of Linux unpack in 400 MiB. */
  processBytes: 1024 * MiB,
  /** Processor time of one git process. */
  processSeconds: 120,
  /** File contents that stay in memory; the rest lies in a temporary file. */
  memoryBytes: 16 * MiB,
  /** Files left out that are named one by one; the others are counted. */
  named: 1_000,
} as const

/** The limits as numbers, so that tests can set smaller ones. */
export type GitLimits = { readonly [Limit in keyof typeof gitLimits]: number }
