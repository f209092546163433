/** Limits on publishing the details of findings. */
export const publicationLimits = {
  /**
   * Time for which only maintainers see the taint path of a critical or high finding in code, if no advisory describes
   * it: 90 days.
   */
  embargoMs: 90 * 24 * 60 * 60_000,
} as const
