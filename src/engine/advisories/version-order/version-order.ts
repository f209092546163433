/** How an ecosystem parses and sorts its versions. The type of a parsed version is internal to the order. */
export interface VersionOrder<Version = unknown> {
  /** Undefined for text that is not a version in this ecosystem. No part of other text is interpreted. */
  parse(text: string): Version | undefined
  /** Negative if `a` comes before `b`, and 0 for the same version. A total order. */
  compare(a: Version, b: Version): number
  /**
   * Printable ASCII that sorts like the versions, by code units and by bytes (`collate "C"`). Equal versions have equal
   * keys, and no key is a prefix of another.
   */
  sortKey(version: Version): string
}
