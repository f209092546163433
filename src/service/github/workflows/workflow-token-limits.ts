const KiB = 1024

/** Limits on the identity tokens of GitHub workflows and on the keys of their issuer. */
export const workflowTokenLimits = {
  /** Age of a token. */
  maxTokenAgeMs: 15 * 60_000,
  /** Difference between two clocks. */
  maxClockSkewMs: 60_000,
  /** Length of a token. */
  maxTokenBytes: 16 * KiB,
  /** Size of one document of the issuer. */
  maxIssuerDocumentBytes: 256 * KiB,
  /** Time for which the keys of the issuer are trusted. */
  issuerKeysMaxAgeMs: 60 * 60_000,
  /** Interval at which keys are read again because of an unknown key. */
  unknownKeyPauseMs: 60_000,
  /** Pause after the keys could not be read. */
  failurePauseMs: 10_000,
} as const
