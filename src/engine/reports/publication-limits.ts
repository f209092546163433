/** Limits on publishing finding details. */
export const publicationLimits = {
  /** How long only maintainers see the details of a critical or high code finding without an advisory: 90 days. */
  embargoMs: 90 * 24 * 60 * 60_000,
} as const
