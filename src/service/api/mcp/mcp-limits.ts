/** Limits on MCP tool calls over HTTP. Limits that also apply to `assay mcp` are in `mcp/mcp-limits.ts`. */
export const mcpHttpLimits = {
  /** Number of recent scans in which `explain_finding` searches for a finding. */
  maxRecentScans: 20,
  /** Time for which the resolved version of a range or a tag, such as `latest`, is reused. */
  maxVersionAgeMs: 60 * 60_000,
  /** Interval between progress notifications while a call waits. */
  progressSeconds: 2,
} as const
