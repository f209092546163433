/** Limits on the scans and the messages of one `assay mcp` process. */
export const backgroundScanLimits = {
  /** Scans that run at the same time. */
  maxRunning: 2,
  /** Scans that wait for their turn. Further ones are refused. */
  maxQueued: 20,
  /** Finished scans that `get_scan` can return. */
  maxKept: 100,
  /** Largest message of the client. */
  maxMessageBytes: 1024 * 1024,
} as const
