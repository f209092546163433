const MiB = 1024 * 1024

/** Limits on reading tool definitions from JSON files. */
export const toolDefinitionLimits = {
  /** JSON files that are read. */
  maxManifests: 500,
  /** Size of one file. */
  maxManifestBytes: 2 * MiB,
  /** Size of all files together. */
  maxTotalManifestBytes: 40 * MiB,
  /** Characters of texts to check before other work of the process runs: about 20 ms. */
  yieldAfterCharacters: 20_000,
  /** Bytes that are searched for the place of one text that another file contains. */
  maxSearchedBytes: 20 * MiB,
  /** Bytes that are searched for the places of all texts together. */
  maxTotalSearchedBytes: 5 * 1024 * MiB,
} as const
