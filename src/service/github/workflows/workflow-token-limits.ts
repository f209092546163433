const KiB = 1024

/** Limits for GitHub workflow identity tokens, and for the issuer's keys. */
export const workflowTokenLimits = {
  /** Maximum age of a token. */
  maxTokenAgeMs: 15 * 60_000,
  /** Tolerated clock skew. */
  maxClockSkewMs: 60_000,
  /** Maximum length of a token. */
  maxTokenBytes: 16 * KiB,
  /** Maximum size of an issuer's document. */
  maxIssuerDocumentBytes: 256 * KiB,
  /** Time for which the issuer's keys are cached. */
  issuerKeysMaxAgeMs: 60 * 60_000,
  /** Minimum interval between refreshes because of unknown keys. */
  unknownKeyPauseMs: 60_000,
  /** Pause after the keys could not be read. */
  failurePauseMs: 10_000,
} as const
