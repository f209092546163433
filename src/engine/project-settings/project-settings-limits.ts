const KiB = 1024

/** Limits on `assay.yml`, which the scanned project writes. */
export const projectSettingsLimits = {
  /** Size of the file. */
  maxBytes: 64 * KiB,
  /** Nesting of the file. */
  maxDepth: 10,
  /** Suppressions in the file. */
  maxSuppressions: 200,
  /** Patterns in the file. */
  maxGlobs: 200,
  /** Length of one pattern. */
  maxGlobCharacters: 200,
  /** Alternatives that the braces of one pattern expand to. */
  maxGlobAlternatives: 50,
  /** Licenses in one list of the file. */
  maxLicenses: 200,
  /** Length of one license. */
  maxLicenseCharacters: 200,
  /** Length of one reason. */
  maxReasonCharacters: 500,
  /** Days that an acceptance by a comment is valid, unless the settings specify others. */
  acceptedDays: 90,
  /** Most days that the settings can specify for an acceptance. */
  maxAcceptedDays: 365,
  /** Mistakes that are reported one by one. */
  maxMistakes: 20,
  /**
   * Cost of comparing all patterns with all paths: the sum of the products of their lengths. The worst patterns take
   * about 5 s. 2,000 paths and 200 patterns of stars cost a third of the limit.
   */
  maxGlobEffort: 1_000_000_000,
} as const
