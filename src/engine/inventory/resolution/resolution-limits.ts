/** Limits on resolving the manifests of one project in registries. */
export const resolutionLimits = {
  /** Time for all manifests. `react-scripts` with 1,290 packages takes 5 s. */
  maxWorkMs: 2 * 60_000,
  /** Manifests, with the members of workspaces. */
  maxInstallations: 200,
} as const
