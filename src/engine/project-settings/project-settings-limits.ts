const KiB = 1024

/** Limits on `assay.yml`, which is untrusted. */
export const projectSettingsLimits = {
  maxBytes: 64 * KiB,
  /** Nesting depth of the file. */
  maxDepth: 10,
  /** Number of suppressions in the file. */
  maxSuppressions: 200,
  /** Number of patterns in the file. */
  maxGlobs: 200,
  maxGlobCharacters: 200,
  /** Number of alternatives that the braces of one pattern expand to. */
  maxGlobAlternatives: 50,
  /** Number of licenses in one list. */
  maxLicenses: 200,
  maxLicenseCharacters: 200,
  maxReasonCharacters: 500,
  /** Days for which an acceptance by a comment is valid, unless the settings specify another number. */
  acceptedDays: 90,
  /** Maximum number of days that the settings can specify. */
  maxAcceptedDays: 365,
  /** Number of mistakes that are listed individually. */
  maxMistakes: 20,
  /**
   * Cost of comparing all patterns with all paths: the sum of the products of their lengths. The worst patterns take
   * about 5 s. 2,000 paths and 200 patterns of stars cost a third of the limit.
   */
  maxGlobEffort: 1_000_000_000,
} as const
