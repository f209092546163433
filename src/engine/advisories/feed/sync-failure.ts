export type AdvisorySyncFailureCode =
  /** A base that has or had the ecosystem does not give it. */
  | 'missing'
  /** The base, its folder or its host gave no answer, or a bad one. */
  | 'unreachable'
  /** Not a zip file, cut off, damaged, or hardly a readable record in it. */
  | 'broken-export'
  /** Hardly a row of the listing can be read. */
  | 'broken-listing'
  /** Over `advisoryFeedLimits`, packed or unpacked. */
  | 'too-large'
  /** So many records would vanish that the export is not believed. */
  | 'shrunk'
  /** Anything else, such as a full disk; details are in the log. */
  | 'internal'

/** A feed could not be synced; what it had before still stands. The message names no address. */
export class AdvisorySyncFailure extends Error {
  override readonly name = 'AdvisorySyncFailure'
  readonly code: AdvisorySyncFailureCode

  constructor(code: AdvisorySyncFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
