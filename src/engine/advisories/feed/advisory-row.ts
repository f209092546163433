/** A record in stored form. Its JSON is text without NUL and lone surrogates, which jsonb rejects. */
export interface AdvisoryRow {
  readonly id: string
  readonly modified: Date
  /** Set if the feed's listing has a different `modified` than the record. */
  readonly listed?: Date
  readonly withdrawn: Date | undefined
  readonly digest: string
  /** The record without its `affected` entries. */
  readonly document: string
  readonly affected: readonly { readonly packageName: string; readonly entry: string }[]
}

/** An unreadable record of a feed. Texts without control characters. */
export interface UnreadableRecord {
  /** Id of the record, or the name of its file if the record contains no id. */
  readonly id: string
  readonly problem: string
  /** Packages that the record names, in normalized form. */
  readonly packages: readonly string[]
  /** `modified` in the feed's listing when it was fetched alone. */
  readonly listed?: Date
}

/** A line of a feed's listing: a record and the time of its last change. */
export interface ListedRecord {
  readonly id: string
  readonly modified: Date
}
