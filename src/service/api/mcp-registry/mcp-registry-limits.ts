/** Limits on requests to the generic MCP registry API. */
export const mcpRegistryLimits = {
  /** Maximum number of records per page. */
  maxPageRecords: 100,
  /** Default number of records per page. */
  defaultPageRecords: 30,
  /** Maximum length of a search text. */
  maxSearchCharacters: 200,
  /** Maximum length of a server name. */
  maxNameCharacters: 300,
} as const
