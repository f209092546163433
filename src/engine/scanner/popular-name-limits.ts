/** Limits on the list of the most used servers in the registry. Names of other servers are compared with them. */
export const popularNameLimits = {
  /** Minimum number of servers with a usage count. With fewer, no names are compared. */
  minCountedServers: 1_000,
  /**
   * Number of names that are compared. Must be far below `minCountedServers`, because otherwise an imitation could be
   * among them.
   */
  maxNames: 300,
  /** Lifetime of a list of names. */
  cacheMs: 60 * 60_000,
} as const
