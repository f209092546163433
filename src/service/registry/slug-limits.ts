/** Limits on server slugs. */
export const slugLimits = {
  maxCharacters: 300,
} as const
