export type AdvisorySyncFailureCode =
  /** The base does not provide an ecosystem although it lists it or used to provide it. */
  | 'missing'
  /** The base, its folder, or its host sent no response or an invalid one. */
  | 'unreachable'
  /** The file is not a zip file, is truncated or damaged, or has almost no readable records. */
  | 'broken-export'
  /** Almost no listing row is readable. */
  | 'broken-listing'
  /** The file exceeds `advisoryFeedLimits`, compressed or decompressed. */
  | 'too-large'
  /** The export was rejected because importing it would remove too many records. */
  | 'shrunk'
  /** Any other problem, such as a full disk. The log has the details. */
  | 'internal'

/** Thrown if a feed could not be synced. The feed's previous data is kept. The message contains no URL. */
export class AdvisorySyncFailure extends Error {
  override readonly name = 'AdvisorySyncFailure'
  readonly code: AdvisorySyncFailureCode

  constructor(code: AdvisorySyncFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
