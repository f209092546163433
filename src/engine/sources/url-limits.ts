/** Limits on submitted URLs. */
export const urlLimits = {
  /** Maximum length of a submitted URL, in UTF-8 bytes. */
  maxUrlBytes: 2_048,
} as const
