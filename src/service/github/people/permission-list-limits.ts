/** Limits on reading the permissions of a person from GitHub. */
export const permissionListLimits = {
  /** Pages of 100 entries that are read of each list. */
  maxPages: 10,
} as const
