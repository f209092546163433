/** Limits on resolving the dependencies of one package from its registry. */
export const dependencyWalkLimits = {
  /** Maximum number of packages in a dependency tree. */
  maxPackages: 10_000,
  /** Maximum number of concurrent requests to the registry. */
  maxConcurrentRequests: 12,
  /** Maximum depth of a dependency tree. */
  maxDepth: 200,
} as const
