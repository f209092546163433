const KiB = 1024
const MiB = 1024 * KiB

/** Limits on the connection between a scan process and its fetcher. */
export const fetchLimits = {
  /**
   * Maximum number of requests without a complete response. The scan process keeps further ones back. The scans of one
   * worker send about 20 requests at the same time, for each ecosystem of a dependency tree.
   */
  maxOpenRequests: 256,
  /** Maximum number of requests that the fetcher works on, including canceled ones that have not ended. */
  maxRunningRequests: 1_024,
  /** Maximum size of the bodies of all open requests. Requests for a pack have a few kilobytes. */
  maxOpenBodyBytes: 32 * MiB,
  /** Maximum number of groups of connections. Each open repository has one. */
  maxConnections: 512,
  /** Maximum length of a header that the scan process chooses. */
  maxHeaderCharacters: 1_024,
  /** Maximum size of a message without content of a request or a response. */
  maxMessageBytes: 128 * KiB,
  /** Bytes of a response body that are sent before the scan process must have read earlier ones. */
  windowBytes: MiB,
  /** Maximum size of a part of a response body. The scan process reports at least so many read bytes at once. */
  maxPartBytes: 256 * KiB,
  /** Maximum number of repositories that a scan reaches through the redirects of one connection. */
  maxRepositories: 20,
} as const
