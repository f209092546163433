/** Limits on the slug of a server. */
export const slugLimits = {
  /** Length of a slug. */
  maxCharacters: 300,
} as const
