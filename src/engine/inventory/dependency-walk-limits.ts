/** Limits on resolving the dependencies of one package through its registry. */
export const dependencyWalkLimits = {
  /** Packages in the dependency tree. */
  maxPackages: 10_000,
  /** Requests to the registry at the same time. */
  maxConcurrentRequests: 12,
  /** Depth of the dependency tree. */
  maxDepth: 200,
} as const
