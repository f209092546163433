/** Limits for the slug of a server. */
export const slugLimits = {
  /** Maximum length. */
  maxCharacters: 300,
} as const
