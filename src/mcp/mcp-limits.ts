/** Limits on the calls of tools. */
export const mcpLimits = {
  /** Longest wait for a scan in one request. Clients give up after 60 seconds by default. */
  maxWaitSeconds: 55,
  /** Time for the registry to answer before a question about a package is answered without it. */
  maxResolveMs: 1_500,
  /** Questions to registries at the same time, over all calls of a process. The others wait. */
  maxLookups: 12,
  /** Findings of a scan in one answer. */
  maxFindings: 50,
  /** Age at which a known result is repeated in the background. */
  maxReportAgeMs: 24 * 60 * 60_000,
  /** The same for a result with gaps, which an unreachable registry may have caused. */
  maxPartialAgeMs: 10 * 60_000,
} as const
