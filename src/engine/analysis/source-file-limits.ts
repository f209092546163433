const MiB = 1024 * 1024

/** Limits on reading source files. The version of stored file results includes every value of this object. */
export const sourceFileLimits = {
  /** Size of one file. Larger files are listed as not analyzed. */
  maxFileBytes: 5 * MiB,
  /** Time for reading all files of a scan. The remaining files are listed as not analyzed. */
  readTimeoutMs: 4 * 60_000,
  /** Imports of one file. */
  maxImports: 2_000,
  /** Length of one module name, in UTF-16 code units. */
  maxSpecifierCharacters: 1_000,
  /** Names that one statement imports from a module. */
  maxImportedNames: 1_000,
  /** Files that the coverage lists by name. Other files are only counted. */
  maxFilesNamed: 100,
  /** Results of files that one query looks up or stores. */
  maxResultsPerQuery: 1_000,
  /** Modules of the intermediate representation (IR) that one query looks up or stores. */
  maxModulesPerQuery: 200,
  /** Days for which a result is kept after its last use. */
  resultRetentionDays: 30,
} as const
