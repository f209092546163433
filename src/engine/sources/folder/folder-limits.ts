const KiB = 1024
const MiB = 1024 * 1024

/** Limits on reading a folder on the disk of the user. Files and bytes are bounded as in a repository. */
export const folderLimits = {
  /** Files in the folder. */
  maxFiles: 100_000,
  /** Size of all files that are read, together. */
  maxReadBytes: 500 * MiB,
  /** Size of one file. The reader skips larger files and names them. */
  maxFileBytes: 5 * MiB,
  /** File contents that stay in memory. The rest is written to a temporary file. */
  maxMemoryBytes: 16 * MiB,
  /** Size of one `.gitignore`. The reader ignores a larger one and reads more files instead. */
  maxIgnoreFileBytes: 256 * KiB,
  /** Ignore patterns that apply in one folder. The reader ignores further patterns and reads more files instead. */
  maxIgnorePatterns: 5_000,
  /** Size of the git index, which has about 100 bytes per file. */
  maxIndexBytes: 128 * MiB,
} as const
