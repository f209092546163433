/** Limits on calls of MCP tools over HTTP. The shared ones of the tools are in `mcp/mcp-limits.ts`. */
export const mcpHttpLimits = {
  /** Newest scans of the account in which `explain_finding` looks for a finding. */
  maxRecentScans: 20,
  /** Time after which a range or a tag such as `latest` may mean another version. */
  maxVersionAgeMs: 60 * 60_000,
  /** Interval of progress notifications while a call waits. */
  progressSeconds: 2,
} as const
