/** Limits on queries for the generic MCP registry API. */
export const mcpRegistrySearchLimits = {
  /** Versions of one server. */
  maxVersions: 200,
  /** Names that one walk of a search reads. */
  maxWalkedNames: 10_000,
  /** Names that may match and are read from an index. */
  maxGatheredNames: 10_000,
} as const
