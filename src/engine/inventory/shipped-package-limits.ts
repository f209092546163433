const MiB = 1024 * 1024

/** Limits on what an archive declares about other packages that it contains. */
export const shippedPackageLimits = {
  /** Maximum size of an npm-shrinkwrap.json. The largest ones have 2 MiB. */
  maxShrinkwrapBytes: 16 * MiB,
  /**
   * Maximum number of entries in an npm-shrinkwrap.json: twice the maximum number of packages in a tree. The largest
   * ones have 3,000.
   */
  maxPlaces: 20_000,
  /** Maximum size of a manifest below `node_modules`. */
  maxManifestBytes: MiB,
  /** Maximum total size of the manifests below `node_modules` in an archive. */
  maxTotalManifestBytes: 32 * MiB,
} as const
