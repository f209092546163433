/** Limits on requests to the generic MCP registry API. */
export const mcpRegistryLimits = {
  /** Records on one page. */
  maxPageRecords: 100,
  /** Records on one page if the request sets no limit. */
  defaultPageRecords: 30,
  /** Length of a search text. */
  maxSearchCharacters: 200,
  /** Length of a server name. */
  maxNameCharacters: 300,
} as const
