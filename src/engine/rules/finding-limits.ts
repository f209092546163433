export const findingLimits = {
  /** Maximum number of findings per detector. */
  maxPerDetector: 10_000,
} as const
