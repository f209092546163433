/** Properties of a string that tests have proved, as bits. `judge-facts.ts` combines them. */
export const FactBits = {
  /** Does not contain `..`. */
  noParents: 1,
  /** Does not start with a separator, or was tested to be a relative path. */
  notAbsolute: 2,
  /** Starts with a certain folder and a separator. The path may not be normalized. */
  insideAsWritten: 4,
  /** Like `insideAsWritten`, but for a normalized path. */
  inside: 8,
  /** Like `inside`, but for a path whose links are resolved. */
  insideReally: 16,
  /** Has a web scheme. */
  webScheme: 32,
  /** The addresses to which the name resolves were tested. */
  namesResolved: 64,
  /** Starts with a slash. */
  startsWithSlash: 128,
  /** Does not start with two slashes. */
  notTwoSlashes: 256,
  /** Does not start with `..`. */
  startsNotWithParent: 512,
  /** Neither contains nor equals certain words. */
  lacksWords: 1024,
  /** Does not have certain schemes, because a deny list excludes them. */
  lacksSchemes: 2048,
  /** The string itself was tested for private networks, but not the host parsed from it. */
  testedAsWritten: 4096,
  /**
   * The value, or a value computed from it, is compared with a value chosen by the program. The analysis does not
   * understand the comparison.
   */
  compared: 8192,
  /** Is not exactly `..`. */
  notParent: 16384,
  /** Contains no `..` after a separator. */
  noLaterParents: 32768,
  /** Is the way from a folder to a path. If the way is relative, this alone says nothing about the path. */
  wayFromFolder: 65536,
} as const

export const allFactBits = 4095 | FactBits.notParent | FactBits.noLaterParents | FactBits.wayFromFolder
/** Bits that describe paths. */
export const pathFactBits =
  FactBits.noParents |
  FactBits.notAbsolute |
  FactBits.insideAsWritten |
  FactBits.inside |
  FactBits.insideReally |
  FactBits.startsNotWithParent |
  FactBits.notParent |
  FactBits.noLaterParents |
  FactBits.wayFromFolder
