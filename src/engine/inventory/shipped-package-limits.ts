const MiB = 1024 * 1024

/** Limits on what an archive states about other packages that it ships. */
export const shippedPackageLimits = {
  /** Size of one npm-shrinkwrap.json. The largest ones have 2 MiB. */
  maxShrinkwrapBytes: 16 * MiB,
  /** Places in one npm-shrinkwrap.json: twice as many as a tree may have packages. The largest ones have 3,000. */
  maxPlaces: 20_000,
  /** Size of one manifest below `node_modules`. */
  maxManifestBytes: MiB,
  /** Size of all manifests below `node_modules` of one archive. */
  maxTotalManifestBytes: 32 * MiB,
} as const
