/** A record ready to be stored. Its JSON is text without NUL and lone surrogates, which jsonb refuses. */
export interface AdvisoryRow {
  readonly id: string
  readonly modified: Date
  /** Where the feed's listing gives another `modified` than the record. */
  readonly listed?: Date
  readonly withdrawn: Date | undefined
  readonly digest: string
  /** The record without its `affected` entries. */
  readonly document: string
  readonly affected: readonly { readonly packageName: string; readonly entry: string }[]
}

/** A record of a feed that could not be read. Texts without control characters. */
export interface UnreadableRecord {
  /** Id of the record, or the name of its file if the record contains no id. */
  readonly id: string
  readonly problem: string
  /** Packages that the record names, in normal form. */
  readonly packages: readonly string[]
  /** What the feed's listing gives for `modified`, when it was fetched alone. */
  readonly listed?: Date
}

/** A line of a feed's listing: a record and when it was last changed. */
export interface ListedRecord {
  readonly id: string
  readonly modified: Date
}
