const MiB = 1024 * 1024

/** Limits on reading source maps for files with findings. */
export const sourceMapLimits = {
  /** Maximum size of one source map. */
  maxMapBytes: 32 * MiB,
  /** Maximum number of source maps in one scan. */
  maxMaps: 100,
  /** Time limit for one source map. */
  mapTimeoutMs: 3_000,
  /** Time limit for all source maps in a scan. */
  totalTimeoutMs: 20_000,
  /** Number of source maps that may crash their child process or time out before the scan stops reading maps. */
  maxFailures: 3,
  /** Maximum total size of the files that are searched for source map comments. */
  maxSearchedBytes: 512 * MiB,
  /** Number of bytes to search before yielding to other work in the process. */
  yieldAfterBytes: 8 * MiB,
  /** Maximum number of locations looked up in one source map. */
  maxPlacesPerMap: 20_000,
  /** Maximum number of locations looked up in all source maps. */
  maxPlaces: 100_000,
  /** Maximum number of lines in a file. */
  maxLines: 1_000_000,
  /** Maximum number of sections in one source map. */
  maxSections: 1_000,
  /** Maximum length of a source map's URL. */
  maxUrlBytes: 2_000,
  /** Maximum length of an original file's path. */
  maxPathCharacters: 500,
  /** Maximum number of leading `..` folders in a path that leaves the project. */
  maxParentFolders: 2,
} as const
