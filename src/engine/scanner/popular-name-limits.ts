/** Limits on the list of the registry's most used servers. The names of other servers are compared with this list. */
export const popularNameLimits = {
  /** Minimum number of servers with a usage count. If there are fewer, no names are compared. */
  minCountedServers: 1_000,
  /**
   * Maximum number of names in the list. Must be far below `minCountedServers`, because otherwise an imitation could be
   * in the list.
   */
  maxNames: 300,
  /** How long a list of names is cached. */
  cacheMs: 60 * 60_000,
} as const
