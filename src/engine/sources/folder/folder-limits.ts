const KiB = 1024
const MiB = 1024 * 1024

/** Limits on reading a local folder. The limits on files and bytes match those for repositories. */
export const folderLimits = {
  maxFiles: 100_000,
  /** Total size of all files that are read. */
  maxReadBytes: 500 * MiB,
  /** Size of one file. Larger files are skipped and listed. */
  maxFileBytes: 5 * MiB,
  /** Total size of contents in memory. The rest is written to a temporary file. */
  maxMemoryBytes: 16 * MiB,
  /** Size of one `.gitignore`. A larger one is ignored, so more files are read. */
  maxIgnoreFileBytes: 256 * KiB,
  /** Number of ignore patterns that apply to one folder. Further patterns are ignored, so more files are read. */
  maxIgnorePatterns: 5_000,
  /** Size of the git index. It has about 100 bytes per file. */
  maxIndexBytes: 128 * MiB,
} as const
