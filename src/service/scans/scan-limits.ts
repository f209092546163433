export const scanLimits = {
  /** Interval at which a worker checks whether its scan was canceled. */
  cancelPollMs: 1_000,
  /** Maximum age of a reusable result. Registries can change their data about a revision. */
  maxReuseAgeMs: 24 * 60 * 60_000,
} as const
