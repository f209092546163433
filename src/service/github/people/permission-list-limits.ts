/** Limits for reading a user's permissions from GitHub. */
export const permissionListLimits = {
  /** Maximum number of pages per list. A page has 100 entries. */
  maxPages: 10,
} as const
