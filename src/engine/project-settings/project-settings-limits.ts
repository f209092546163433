const KiB = 1024

/** Limits on `assay.yml`, which is untrusted. */
export const projectSettingsLimits = {
  maxBytes: 64 * KiB,
  /** Maximum nesting depth of the file. */
  maxDepth: 10,
  /** Maximum number of suppressions in the file. */
  maxSuppressions: 200,
  /** Maximum number of patterns in the file. */
  maxGlobs: 200,
  maxGlobCharacters: 200,
  /** Maximum number of alternatives that a single pattern's braces may expand to. */
  maxGlobAlternatives: 50,
  /** Maximum number of licenses in one list. */
  maxLicenses: 200,
  maxLicenseCharacters: 200,
  maxReasonCharacters: 500,
  /** Number of days for which a comment accepts a finding. The settings can specify a different number. */
  acceptedDays: 90,
  /** Maximum number of days that the settings can specify. */
  maxAcceptedDays: 365,
  /** Maximum number of mistakes that are listed individually. */
  maxMistakes: 20,
  /**
   * Maximum cost of comparing all patterns with all paths: the sum of the products of their lengths. At this limit, the
   * worst patterns take about 5 s. Comparing 2,000 paths with 200 patterns of stars costs a third of it.
   */
  maxGlobEffort: 1_000_000_000,
} as const
