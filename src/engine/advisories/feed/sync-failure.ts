export type AdvisorySyncFailureCode =
  /** A base no longer provides an ecosystem that it has or had. */
  | 'missing'
  /** The base, its folder, or its host returned no response or an invalid one. */
  | 'unreachable'
  /** Not a zip file, truncated, damaged, or with almost no readable records. */
  | 'broken-export'
  /** Almost no row of the listing is readable. */
  | 'broken-listing'
  /** Exceeds `advisoryFeedLimits`, compressed or decompressed. */
  | 'too-large'
  /** So many records would be removed that the export is rejected. */
  | 'shrunk'
  /** Any other reason, such as a full disk. The log contains the details. */
  | 'internal'

/** A feed could not be synced. Its previous data remains. The message contains no URL. */
export class AdvisorySyncFailure extends Error {
  override readonly name = 'AdvisorySyncFailure'
  readonly code: AdvisorySyncFailureCode

  constructor(code: AdvisorySyncFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
