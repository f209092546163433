const MiB = 1024 * 1024

/** Limits for reading the manifests and lockfiles of a project. */
export const inventoryLimits = {
  /** Maximum size of a manifest. */
  maxManifestBytes: 32 * MiB,
  /** Maximum number of manifests in a project. */
  maxManifests: 2_000,
  /** Maximum number of components in a project. */
  maxComponents: 100_000,
  /** Maximum length of a dependency path. */
  maxChainSteps: 50,
  /**
   * Maximum total length of all dependency paths of a project. 20,000 components of real projects have 10 million
   * characters.
   */
  maxIntroductionCharacters: 32 * MiB,
  /** Maximum number of dependencies without a version that are listed by name. */
  maxUnresolvedNamed: 5_000,
  /** Time limit for reading all manifests of a project. The scan reports the manifests that it did not reach. */
  readTimeoutMs: 2 * 60_000,
  /** Maximum compressed size of all manifest results of a project. */
  maxPackedBytes: 128 * MiB,
  /**
   * Size above which a manifest, or the merge of results, runs in a child process with the limits in `large`. A
   * package-lock.json of 12 MiB with 100,000 packages needs 3 s and 530 MiB, and source parsers reserve another 7 GiB.
   */
  minLargeBytes: MiB,
  /** Limits of the child process for large manifests. */
  large: {
    /** Maximum resident memory of the child. */
    maxMemoryBytes: 1024 * MiB,
    /** Address space that the child may reserve. */
    maxReservedBytes: 10 * 1024 * MiB,
    /** Maximum size of a result as JSON. */
    maxResultBytes: 32 * MiB,
    /** Time limit for one manifest. */
    fileTimeoutMs: 30_000,
  },
  /** Maximum size of a project inventory, as JSON from a child process. */
  maxInventoryBytes: 256 * MiB,
} as const
