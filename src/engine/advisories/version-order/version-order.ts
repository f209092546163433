/** Parses and compares the versions of an ecosystem. The type of a parsed version is internal to the order. */
export interface VersionOrder<Version = unknown> {
  /** Parses the whole string. Returns undefined if it is not a version in this ecosystem. */
  parse(text: string): Version | undefined
  /** Returns a negative number if `a` sorts before `b`, and 0 if they are the same version. The order is total. */
  compare(a: Version, b: Version): number
  /**
   * Returns a key in printable ASCII. Keys sort like their versions, both by code units and by bytes (`collate "C"`).
   * Equal versions have equal keys, and no key is a prefix of another.
   */
  sortKey(version: Version): string
}
