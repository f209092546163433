/** Limits on tool calls. */
export const mcpLimits = {
  /** Maximum wait for a scan in one request. Clients time out after 60 seconds by default. */
  maxWaitSeconds: 55,
  /** Timeout of a registry request. When it expires, the tool responds without the registry's data. */
  maxResolveMs: 1_500,
  /** Maximum number of concurrent registry requests per process. Additional requests wait. */
  maxLookups: 12,
  /** Maximum number of findings in one response. */
  maxFindings: 50,
  /** Age after which a cached result is refreshed in the background. */
  maxReportAgeMs: 24 * 60 * 60_000,
  /** Like `maxReportAgeMs`, but for a result with coverage gaps, which an unreachable registry may have caused. */
  maxPartialAgeMs: 10 * 60_000,
} as const
