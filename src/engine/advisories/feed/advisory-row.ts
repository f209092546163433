/** Record in stored form. Its JSON contains neither NUL nor lone surrogates, which jsonb rejects. */
export interface AdvisoryRow {
  readonly id: string
  readonly modified: Date
  /** `modified` in the feed's listing, if it differs from the record's. */
  readonly listed?: Date
  readonly withdrawn: Date | undefined
  readonly digest: string
  /** Record without its `affected` entries, as JSON. */
  readonly document: string
  readonly affected: readonly { readonly packageName: string; readonly entry: string }[]
}

/** Record of a feed that cannot be read. Its texts contain no control characters. */
export interface UnreadableRecord {
  /** ID of the record, or its file name if the record contains no ID. */
  readonly id: string
  readonly problem: string
  /** Packages that the record names, in normal form. */
  readonly packages: readonly string[]
  /** `modified` in the feed's listing, if the record was fetched individually. */
  readonly listed?: Date
}

/** Row of a feed's listing: record ID and time of its last change. */
export interface ListedRecord {
  readonly id: string
  readonly modified: Date
}
