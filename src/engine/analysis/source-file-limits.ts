const MiB = 1024 * 1024

/** Limits on reading source files. The version of stored file results includes every value of this object. */
export const sourceFileLimits = {
  /** Size of one file. The scan names larger files and does not read them. */
  maxFileBytes: 5 * MiB,
  /** Time for reading all files of a scan. The scan names the files that remain and does not read them. */
  readTimeoutMs: 4 * 60_000,
  /** Modules that one file imports. */
  maxImports: 2_000,
  /** Length of one module name, in UTF-16 code units. */
  maxSpecifierCharacters: 1_000,
  /** Names that one statement imports from a module. */
  maxImportedNames: 1_000,
  /** Files that the coverage lists by name. The others are counted. */
  maxFilesNamed: 100,
  /** Results of files that one query looks up or stores. */
  maxResultsPerQuery: 1_000,
  /** Modules of the intermediate representation (IR) that one query looks up or stores. */
  maxModulesPerQuery: 200,
  /** Days for which a result is kept after its last use. */
  resultRetentionDays: 30,
} as const
