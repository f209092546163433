const MiB = 1024 * 1024

/** Limits on outgoing requests. */
export const outgoingLimits = {
  /** Time for each step of connecting: name lookup, TCP connection, and TLS handshake. */
  connectTimeoutMs: 10_000,
  /** Time without any data from the server. */
  responseTimeoutMs: 30_000,
  /** Time for the request with all redirects and attempts, unless the caller sets another. */
  totalTimeoutMs: 120_000,
  /** Redirects of one request. */
  maxRedirects: 5,
  /** Attempts of one request. */
  maxAttempts: 3,
  /** Size of the body of one POST request. */
  maxSentBytes: MiB,
} as const
