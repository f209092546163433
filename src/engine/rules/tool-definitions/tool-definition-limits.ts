const MiB = 1024 * 1024

/** Limits on reading tool definitions from JSON files. */
export const toolDefinitionLimits = {
  /** Maximum number of JSON files. */
  maxManifests: 500,
  /** Maximum size of one file. */
  maxManifestBytes: 2 * MiB,
  /** Maximum total size of the files. */
  maxTotalManifestBytes: 40 * MiB,
  /** Number of characters after which the detector yields to the event loop. They take about 20 ms. */
  yieldAfterCharacters: 20_000,
  /** Maximum number of bytes that are searched for one text outside the file that contains its declaration. */
  maxSearchedBytes: 20 * MiB,
  /** Maximum number of bytes that are searched for all texts together. */
  maxTotalSearchedBytes: 5 * 1024 * MiB,
} as const
