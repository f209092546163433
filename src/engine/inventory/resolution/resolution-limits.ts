/** Limits on resolving a project's manifests from registries. */
export const resolutionLimits = {
  /** Time limit for all manifests. `react-scripts` with 1,290 packages takes 5 s. */
  maxWorkMs: 2 * 60_000,
  /** Maximum number of manifests, including workspace members. */
  maxInstallations: 200,
} as const
