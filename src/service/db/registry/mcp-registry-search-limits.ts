/** Limits for queries of the generic MCP registry API. */
export const mcpRegistrySearchLimits = {
  /** Versions per server. */
  maxVersions: 200,
  /** Names to read in one walk of a search. */
  maxWalkedNames: 10_000,
  /** Possibly matching names to read from an index. */
  maxGatheredNames: 10_000,
} as const
