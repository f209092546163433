const MiB = 1024 * 1024

export const outgoingLimits = {
  /** Time limit for each step of connecting: name lookup, TCP connection, and TLS handshake. */
  connectTimeoutMs: 10_000,
  /** Maximum time without any data from the server. */
  responseTimeoutMs: 30_000,
  /** Time limit for a request with all redirects and attempts, unless the caller sets another. */
  totalTimeoutMs: 120_000,
  /** Maximum number of redirects that a request follows. */
  maxRedirects: 5,
  /** Maximum number of attempts per request. */
  maxAttempts: 3,
  /** Maximum body size of a POST request, in bytes. */
  maxSentBytes: MiB,
} as const
