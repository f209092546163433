const MiB = 1024 * 1024

/** Limits on reading the source maps of files with findings. */
export const sourceMapLimits = {
  /** Size of one source map. */
  maxMapBytes: 32 * MiB,
  /** Source maps of one scan. */
  maxMaps: 100,
  /** Time for one source map. */
  mapTimeoutMs: 3_000,
  /** Time for all source maps of a scan. */
  totalTimeoutMs: 20_000,
  /** Source maps that may crash their child process or time out. After that, the scan reads no more maps. */
  maxFailures: 3,
  /** Total size of the files that are searched for source map comments. */
  maxSearchedBytes: 512 * MiB,
  /** Bytes to search before yielding to other work of the process. */
  yieldAfterBytes: 8 * MiB,
  /** Locations looked up in one source map. */
  maxPlacesPerMap: 20_000,
  /** Locations looked up in all source maps. */
  maxPlaces: 100_000,
  /** Lines of a file. */
  maxLines: 1_000_000,
  /** Sections of one source map. */
  maxSections: 1_000,
  /** Length of the URL of a source map. */
  maxUrlBytes: 2_000,
  /** Length of the path of an original file. */
  maxPathCharacters: 500,
  /** Leading `..` folders of a path that leaves the project. */
  maxParentFolders: 2,
} as const
