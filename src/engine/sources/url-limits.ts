/** Limits on URLs that callers submit. */
export const urlLimits = {
  /** Length of a submitted URL, in bytes of UTF-8. */
  maxUrlBytes: 2_048,
} as const
