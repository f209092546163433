/** Limits on publishing finding details. */
export const publicationLimits = {
  /**
   * How long the details of a critical or high code finding without an advisory are visible only to maintainers: 90
   * days.
   */
  embargoMs: 90 * 24 * 60 * 60_000,
} as const
