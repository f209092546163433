const MiB = 1024 * 1024

/** Limits on deriving vulnerable functions from two versions of a package. */
export const derivationLimits = {
  /** Maximum size of one compared file. */
  maxFileBytes: 5 * MiB,
  /** Maximum total size of the files that differ, per version. */
  maxComparedBytes: 24 * MiB,
  /** Maximum total size of the unchanged files that are searched for readers of changed module state. */
  maxSearchedBytes: 8 * MiB,
  /** Maximum number of IR nodes of the files that differ, per version. */
  maxNodes: 3_000_000,
  /** Maximum number of IR nodes that are remembered for the next comparison. A node takes about 20 bytes. */
  maxRememberedNodes: 4_000_000,
  /** Maximum number of functions in a result. */
  maxFunctions: 2_000,
  /**
   * Share of a file's functions. If more of them changed, another compiler wrote the file, and the file is listed as a
   * whole. Applies to files with at least `minRewrittenFunctions` changed functions.
   */
  rewrittenShare: 0.25,
  minRewrittenFunctions: 30,
  /** Maximum number of different names of vulnerable functions in a derivation with high confidence. */
  maxConfidentNames: 12,
  /** Maximum number of changed exports whose readers in other files are searched. */
  maxExports: 100,
  /** Maximum number of readers of one changed property. A property with more readers is too common to be a hint. */
  maxReadersPerKey: 40,
  /** Maximum length of both texts of a file that are compared as text, in UTF-16 code units. */
  maxComparedText: 1_000_000,
  /** Number of node hashes that represent a function when similar functions are searched. */
  sketchSize: 32,
  /** A node hash in more functions than this does not select candidates for similar functions. */
  maxCandidatesPerHash: 16,
  /** Maximum number of operands that are followed from a node to the functions that it uses. */
  maxFollowedOperands: 200,
} as const
