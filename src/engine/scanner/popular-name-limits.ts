/** Limits on the most used servers of the registry. Names of other servers are compared with them. */
export const popularNameLimits = {
  /** Servers that must have a usage count before the most used ones are compared. */
  minCountedServers: 1_000,
  /** Names that are compared. Must be far below `minCountedServers`: otherwise an imitation could be among them. */
  maxNames: 300,
  /** Time for which one list of names is used. */
  cacheMs: 60 * 60_000,
} as const
