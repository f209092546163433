/** Limits on the scans and messages of one `assay mcp` process. */
export const backgroundScanLimits = {
  /** Maximum number of concurrent scans. */
  maxRunning: 2,
  /** Maximum number of queued scans. Additional scans are rejected. */
  maxQueued: 20,
  /** Number of finished scans that `get_scan` can return. */
  maxKept: 100,
  /** Maximum size of a client message. */
  maxMessageBytes: 1024 * 1024,
} as const
