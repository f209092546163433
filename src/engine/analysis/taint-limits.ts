const KiB = 1024
const MiB = 1024 * 1024

/** Limits on taint analysis of a whole project. `analysisChildLimits` bounds its child process. */
export const taintLimits = {
  /**
   * Path patterns tried for each import: those of one package, and those of all `paths` together. The service process
   * resolves modules.
   */
  maxModulePatterns: 200,
  /** Targets of one pattern. */
  maxModuleTargets: 20,
  /** Length of a path that results from a pattern and a name. */
  maxModulePathCharacters: 4_096,
  /** Parent folders from which a Python module may be imported. */
  maxModuleFolders: 32,
  /** Source files that are analyzed together. */
  maxFiles: 20_000,
  /** Size of the source files that are analyzed together. */
  maxBytes: 60 * MiB,
  /** Source analyzed by one child process, for a larger project: files that import each other. */
  maxPartBytes: 10 * MiB,
  /** Unrelated source that one part is filled up with. A part that already has more takes no further files. */
  maxLooseBytes: 5 * MiB,
  /**
   * IR nodes of one part. Ordinary code has one node in 23 bytes, and 1 MB of source has about 110,000. A node takes
   * about 0.4 KiB of memory (measured).
   */
  maxNodes: 1_000_000,
  /** Settings files, such as `package.json`, that are read. */
  maxSettingsFiles: 500,
  /** Size of one settings file. */
  maxSettingsFileBytes: 256 * KiB,
  /** Size of all settings files together. */
  maxTotalSettingsBytes: 4 * MiB,
  /** Steps of points-to analysis. */
  maxPointsToSteps: 30_000_000,
  /**
   * Memory units for the points-to analysis. An edge between values takes one unit, or 30 bytes, and an attribute takes
   * four. Large bundles have 2,500,000 edges. Objects that are spread into each other have no upper bound.
   */
  maxPointsToUnits: 18_000_000,
  /** Resident memory above which a lowering child accepts no more files. It holds the IR of all its files in memory. */
  retireAtBytes: 120 * MiB,
  /**
   * Taint states. Large servers need about 50,000, and a service of 2,400 files more than 600,000. Each state takes
   * about 0.3 KiB. Bundles that include a web page exceed the limit. After 37,500 states, the analysis distinguishes
   * callers and fields less precisely.
   */
  maxTaintStates: 900_000,
  /** Files without an IR that the coverage lists by name. */
  maxFilesNamed: 20,
  /** Entries of each kind kept in a report. */
  maxKept: 1_000,
  /** Vendored packages listed in a report. A bundle of 8 MB has about 100. */
  maxVendoredPackages: 300,
  /**
   * Characters in the texts of all tools, prompts, and resources of a project. Servers with 200 tools have 300,000. One
   * character may take six bytes in the answer of the child process.
   */
  maxToolCharacters: 600_000,
  /**
   * JSON size of the hosts and environment secrets of all tools of a project. Together with the texts, it stays below
   * the size limit of the child process's answer.
   */
  maxReachBytes: 2 * MiB,
  /** Hosts with uppercase letters. If a project has more, its tools have no host lists. */
  maxWrittenHosts: 2_000,
} as const
