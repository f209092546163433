const MiB = 1024 * 1024

/** Limits on reading a project's manifests and lockfiles. */
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
   * Maximum total length of all dependency paths in a project. In real projects, 20,000 components take 10 million
   * characters.
   */
  maxIntroductionCharacters: 32 * MiB,
  /** Maximum number of dependencies without a version to list by name. */
  maxUnresolvedNamed: 5_000,
  /** Time limit for reading all manifests of a project. The scan lists the manifests that were not read in time. */
  readTimeoutMs: 2 * 60_000,
  /** Maximum compressed size of a project's manifest results. */
  maxPackedBytes: 128 * MiB,
  /**
   * Size above which reading a manifest, or merging results, runs in a child process with the limits in `large`. A
   * package-lock.json of 12 MiB with 100,000 packages needs 3 s and 530 MiB. The source parsers loaded in a child
   * reserve another 7 GiB of address space.
   */
  minLargeBytes: MiB,
  /** Limits on the child process for large manifests. */
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
