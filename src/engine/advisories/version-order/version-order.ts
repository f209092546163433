/** How an ecosystem reads and sorts its versions. What a read version looks like is the order's own affair. */
export interface VersionOrder<Version = unknown> {
  /** Undefined for text that is no version in this ecosystem. Nothing is guessed out of other text. */
  parse(text: string): Version | undefined
  /** Negative when `a` comes before `b`, 0 when they are the same version; a total order. */
  compare(a: Version, b: Version): number
  /**
   * Printable ASCII that sorts as the versions do, by code units as by bytes (`collate "C"`). Equal
   * versions have equal keys, and no key is the beginning of another.
   */
  sortKey(version: Version): string
}
