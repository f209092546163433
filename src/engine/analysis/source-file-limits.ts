const MiB = 1024 * 1024

/** Limits on reading source files. The version of stored file results includes every value of this object. */
export const sourceFileLimits = {
  /** Maximum size of one file. Larger files are listed as not analyzed. */
  maxFileBytes: 5 * MiB,
  /** Time limit for reading all files of a scan. The remaining files are listed as not analyzed. */
  readTimeoutMs: 4 * 60_000,
  /** Maximum number of imports in one file. */
  maxImports: 2_000,
  /** Maximum length of one module name, in UTF-16 code units. */
  maxSpecifierCharacters: 1_000,
  /** Maximum number of names imported from a module by one statement. */
  maxImportedNames: 1_000,
  /** Maximum number of files listed by name in the coverage. Other files are only counted. */
  maxFilesNamed: 100,
  /** Maximum number of file results that one query looks up or stores. */
  maxResultsPerQuery: 1_000,
  /** Maximum number of IR modules (intermediate representation) that one query looks up or stores. */
  maxModulesPerQuery: 200,
  /** Number of days for which a result is stored after its last use. */
  resultRetentionDays: 30,
} as const
