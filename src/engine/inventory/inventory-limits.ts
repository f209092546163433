const MiB = 1024 * 1024

/** Limits on reading the manifests and lockfiles of a project. */
export const inventoryLimits = {
  /** Size of one manifest. */
  maxManifestBytes: 32 * MiB,
  /** Manifests in one project. */
  maxManifests: 2_000,
  /** Components of one project. */
  maxComponents: 100_000,
  /** Steps of the dependency path to one component. */
  maxChainSteps: 50,
  /**
   * Length of all dependency paths of a project together. 20,000 components of real projects have 10 million
   * characters.
   */
  maxIntroductionCharacters: 32 * MiB,
  /** Dependencies without a version that are listed by name. */
  maxUnresolvedNamed: 5_000,
  /** Time for reading all manifests of a project. The scan names the manifests that remain and does not read them. */
  readTimeoutMs: 2 * 60_000,
  /** Size of the compressed results of reading all manifests of a project. */
  maxPackedBytes: 128 * MiB,
  /**
   * Size from which a manifest, or the joining of results, runs in a child process with the limits in `large`. A
   * package-lock.json of 12 MiB with 100,000 packages needs 3 s and 530 MiB, and source parsers reserve 7 GiB beside
   * that.
   */
  minLargeBytes: MiB,
  /** Limits of the child process for large manifests. */
  large: {
    /** Resident memory of the child. */
    maxMemoryBytes: 1024 * MiB,
    /** Address space that the child may reserve. */
    maxReservedBytes: 10 * 1024 * MiB,
    /** Size of one answer of the child, as JSON. */
    maxResultBytes: 32 * MiB,
    /** Time for one manifest. */
    fileTimeoutMs: 30_000,
  },
  /** Size of the inventory of a project, as JSON from a child process. */
  maxInventoryBytes: 256 * MiB,
} as const
