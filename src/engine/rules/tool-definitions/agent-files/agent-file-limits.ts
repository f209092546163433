const KiB = 1024

/** Limits on reading agent files. */
export const agentFileLimits = {
  maxFiles: 3_000,
  /** Maximum file size. The largest of 2,600 published files has 330 KiB. */
  maxFileBytes: 512 * KiB,
  maxTotalBytes: 16 * 1024 * KiB,
  /** Maximum number of findings that one rule reports in one file. */
  maxFindingsOfRule: 5,
}
