const KiB = 1024
const MiB = 1024 * 1024

/** Limits on reading a local folder. The file and byte limits match those for repositories. */
export const folderLimits = {
  maxFiles: 100_000,
  /** Maximum total size of all files read. */
  maxReadBytes: 500 * MiB,
  /** Maximum size of one file. Larger files are skipped and listed. */
  maxFileBytes: 5 * MiB,
  /** Maximum total size of file contents in memory. Further contents are written to a temporary file. */
  maxMemoryBytes: 16 * MiB,
  /** Maximum size of one `.gitignore`. A larger one is ignored, so more files are read. */
  maxIgnoreFileBytes: 256 * KiB,
  /**
   * Maximum number of ignore patterns that apply to one folder. Further patterns are ignored, so more files are read.
   */
  maxIgnorePatterns: 5_000,
  /** Maximum size of the git index, which takes about 100 bytes per file. */
  maxIndexBytes: 128 * MiB,
} as const
