/** Limits on generic MCP registry API queries. */
export const mcpRegistrySearchLimits = {
  /** Maximum number of versions per server. */
  maxVersions: 200,
  /** Maximum number of names to read in one walk of a search. */
  maxWalkedNames: 10_000,
  /** Maximum number of possibly matching names to read from an index. */
  maxGatheredNames: 10_000,
} as const
