/** Limits on the findings of a scan. */
export const findingLimits = {
  /** Findings of one detector. */
  maxPerDetector: 10_000,
} as const
