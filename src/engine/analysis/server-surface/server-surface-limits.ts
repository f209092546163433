export const serverSurfaceLimits = {
  /** Maximum number of analyzed calls with the same name. */
  maxCalls: 1_000,
  /** Maximum number of transports in a whole project. */
  maxTotalTransports: 200,
  /** Maximum number of listeners in one report. The largest real report has 12. */
  maxListeners: 50,
  /** Maximum number of server endpoints in one report. One listener in a real report has about 60. */
  maxEndpoints: 300,
  /** Maximum number of transports in one report. */
  maxTransports: 20,
  /** Maximum number of origins in one report. */
  maxOrigins: 200,
  /** Maximum number of filters in one report. */
  maxFilters: 50,
  /** Maximum number of identities in one report. */
  maxIdentities: 500,
  /** Maximum number of secrets in one report. */
  maxSecrets: 100,
} as const
