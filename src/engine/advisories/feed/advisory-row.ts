/** JSON object from a feed. Its values are nested at most 100 levels deep. */
export type PublishedObject = Readonly<Record<string, unknown>>

/** Record of a feed, with the values that it was published with. Each store decides what it keeps of them. */
export interface AdvisoryRow {
  readonly id: string
  readonly modified: Date
  /** `modified` time in the feed's listing, if it differs from the time in the record. */
  readonly listed?: Date
  readonly withdrawn: Date | undefined
  /** Record without its `affected` entries. */
  readonly document: PublishedObject
  readonly affected: readonly { readonly packageName: string; readonly entry: PublishedObject }[]
}

/** Feed record that cannot be read. Its strings contain no control characters. */
export interface UnreadableRecord {
  /** Record ID, or the file name if the record contains no ID. */
  readonly id: string
  readonly problem: string
  /** Normalized names of the packages that the record mentions. */
  readonly packages: readonly string[]
  /** `modified` time in the feed's listing, if the record was fetched individually. */
  readonly listed?: Date
}

/** Listing row: a record ID and the time of the record's last change. */
export interface ListedRecord {
  readonly id: string
  readonly modified: Date
}
