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
  /** Source maps that may end their child process or time out. The scan reads no more after that. */
  maxFailures: 3,
  /** Size of the files that are searched for the names of their source maps. */
  maxSearchedBytes: 512 * MiB,
  /** Bytes to search before other work of the process runs. */
  yieldAfterBytes: 8 * MiB,
  /** Places that are looked up in one source map. */
  maxPlacesPerMap: 20_000,
  /** Places that are looked up in all source maps. */
  maxPlaces: 100_000,
  /** Lines of a file. */
  maxLines: 1_000_000,
  /** Sections of one source map. */
  maxSections: 1_000,
  /** Length of the URL of a source map. */
  maxUrlBytes: 2_000,
  /** Length of the path of an original file. */
  maxPathCharacters: 500,
  /** Folders by which a path may lead out of the project. */
  maxParentFolders: 2,
} as const
