/** Limits for the slug of a server. */
export const slugLimits = {
  maxCharacters: 300,
} as const
