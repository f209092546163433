/** Limits of the MCP server. */
export const mcpLimits = {
  /** Scans that run at the same time. */
  maxRunning: 2,
  /** Scans that wait for their turn. Further ones are refused. */
  maxQueued: 20,
  /** Finished scans that `get_scan` can return. */
  maxKept: 100,
  /** Largest message of the client. */
  maxMessageBytes: 1024 * 1024,
  /** Longest wait for a scan in one request. Clients give up after 60 seconds by default. */
  maxWaitSeconds: 55,
  /** Time for the registry to answer before a question about a package is answered without it. */
  maxResolveMs: 1_500,
  /** Findings of a scan in one answer. */
  maxFindings: 50,
  /** Age at which a stored report is repeated in the background. */
  maxReportAgeMs: 24 * 60 * 60_000,
  /** The same for a report with gaps, which an unreachable registry may have caused. */
  maxPartialAgeMs: 10 * 60_000,
} as const
