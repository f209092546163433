/** What tests have shown of a text, bits; what follows from them together is said in `judge-evidence.ts`. */
export const FactBits = {
  /** `..` is nowhere in it. */
  noParents: 1,
  /** It does not begin with a separator, or is said not to be absolute. */
  notAbsolute: 2,
  /** It begins with a folder and a separator; whether it was normalised before is not known. */
  insideAsWritten: 4,
  /** As before, of a normalised path. */
  inside: 8,
  /** As before, with links resolved. */
  insideReally: 16,
  /** Its scheme is one of those for the web. */
  webScheme: 32,
  /** What was tested are addresses that its name was resolved to. */
  namesResolved: 64,
  /** It begins with a slash. */
  startsWithSlash: 128,
  /** It does not begin with two. */
  notTwoSlashes: 256,
  /** It does not begin with `..`. */
  startsNotWithParent: 512,
  /** It has none, or is none, of certain words. */
  lacksWords: 1024,
  /** It has no scheme other than those allowed, by a list of forbidden ones. */
  lacksSchemes: 2048,
  /** What was tested for private networks is this text as it is; `making` a host of it is what tests are for. */
  testedAsWritten: 4096,
  /**
   * The value, or a value computed from it, is compared with a program value in a way that the analysis does not
   * understand.
   */
  compared: 8192,
  /** It is not `..` itself. */
  notParent: 16384,
  /** `..` is not behind a separator. */
  noLaterParents: 32768,
} as const

export const allFactBits = 4095 | FactBits.notParent | FactBits.noLaterParents
/** What tests show of paths. */
export const pathFactBits =
  FactBits.noParents |
  FactBits.notAbsolute |
  FactBits.insideAsWritten |
  FactBits.inside |
  FactBits.insideReally |
  FactBits.startsNotWithParent |
  FactBits.notParent |
  FactBits.noLaterParents
