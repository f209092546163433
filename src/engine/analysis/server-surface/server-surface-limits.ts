/** Limits of the server surface analysis. */
export const serverSurfaceLimits = {
  /** Calls of one name that are analyzed. */
  maxCalls: 1_000,
  /** Transports of a whole project. */
  maxTotalTransports: 200,
  /** Listeners in one report. The largest real report has 12. */
  maxListeners: 50,
  /** Endpoints of the server in one report. One listener of a real report has about 60. */
  maxEndpoints: 300,
  /** Transports in one report. */
  maxTransports: 20,
  /** Origins in one report. */
  maxOrigins: 200,
  /** Filters in one report. */
  maxFilters: 50,
  /** Identities in one report. */
  maxIdentities: 500,
  /** Secrets in one report. */
  maxSecrets: 100,
} as const
