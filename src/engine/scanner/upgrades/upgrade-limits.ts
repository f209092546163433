/** Limits on planning the upgrades of one project. */
export const upgradeLimits = {
  /** Maximum number of dependency trees that are resolved. */
  maxResolutions: 250,
  /** Maximum time for planning, in milliseconds. Writing and proving the result is not included. */
  maxPlanningMs: 300_000,
  /** Maximum number of versions that are tried for one direct dependency. */
  maxVersionsTried: 8,
  /** Maximum number of further versions that are tried if the best ones conflict with the rest of the project. */
  maxConflictsTried: 3,
  /** Maximum number of versions that are tried for one override. */
  maxOverridesTried: 3,
  /** Maximum number of levels of dependents whose locked versions are released. */
  maxReleasedLevels: 8,
  /** Maximum number of passes over the direct dependencies. */
  maxPasses: 3,
  /** Maximum number of packages whose registry answers are kept during a run. */
  maxKeptAnswers: 30_000,
  /** Maximum number of versions of a package whose own trees are resolved for `assay fix PACKAGE`. */
  maxSafeTried: 12,
} as const
