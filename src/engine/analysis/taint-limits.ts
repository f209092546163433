const KiB = 1024
const MiB = 1024 * 1024

/** Limits on the taint analysis of a whole project. `analysisChildLimits` limits its child process. */
export const taintLimits = {
  /**
   * Maximum number of path patterns tried for each import, counted separately for one package and for all `paths`
   * together. Limited because modules are resolved in the service process itself.
   */
  maxModulePatterns: 200,
  /** Maximum number of targets for one pattern. */
  maxModuleTargets: 20,
  /** Maximum length of a path that results from a pattern and a name. */
  maxModulePathCharacters: 4_096,
  /** Maximum number of parent folders from which a Python module may be imported. */
  maxModuleFolders: 32,
  /** Maximum number of source files that are analyzed together. */
  maxFiles: 20_000,
  /** Maximum total size of the source files that are analyzed together. */
  maxBytes: 60 * MiB,
  /**
   * Maximum size of one part of a larger project. Files that import each other stay in one part if they fit, and one
   * child process analyzes each part.
   */
  maxPartBytes: 12 * MiB,
  /** Maximum size of a part that combines unrelated files. */
  maxLooseBytes: 5 * MiB,
  /**
   * Maximum number of IR nodes in one part. Ordinary code has one node per 23 bytes, and 1 MB of source has about
   * 110,000. A node takes about 0.4 KiB of memory (measured).
   */
  maxNodes: 1_000_000,
  /** Maximum total size of source files that the child of the other stages also lowers and analyzes. */
  maxScanChildBytes: MiB,
  /** Maximum number of settings files, such as `package.json`, that are read. */
  maxSettingsFiles: 500,
  /** Maximum size of one settings file. */
  maxSettingsFileBytes: 256 * KiB,
  /** Maximum total size of all settings files. */
  maxTotalSettingsBytes: 4 * MiB,
  /** Maximum number of points-to analysis steps. */
  maxPointsToSteps: 30_000_000,
  /**
   * Memory limit for the points-to analysis, in units of 30 bytes. An edge between values takes one unit, and an
   * attribute takes four. Large bundles have 2,500,000 edges. Objects that are spread into each other would need
   * unbounded memory without this limit.
   */
  maxPointsToUnits: 18_000_000,
  /**
   * Resident memory above which a lowering child accepts no more files. The child holds the IR of all its files in
   * memory.
   */
  retireAtBytes: 120 * MiB,
  /**
   * Maximum number of taint states. Large servers need about 50,000, and a service with 2,400 files needs more than
   * 600,000. Each state takes about 0.3 KiB. Bundles that include a web page exceed the limit. After 37,500 states, the
   * analysis distinguishes callers and fields less precisely.
   */
  maxTaintStates: 900_000,
  /** Maximum number of files without an IR that the coverage lists by name. */
  maxFilesNamed: 20,
  /** Maximum number of entries of each kind in a report. */
  maxKept: 1_000,
  /** Maximum number of vendored packages in a report. A bundle of 8 MB has about 100. */
  maxVendoredPackages: 300,
  /**
   * Maximum number of characters in the texts of a project's tools, prompts, and resources. Servers with 200 tools have
   * 300,000. One character may take six bytes in the child process's answer.
   */
  maxToolCharacters: 600_000,
  /** Maximum number of characters in the texts for models that are not in the reported definitions. */
  maxRuntimeCharacters: 300_000,
  /**
   * Maximum JSON size of the hosts and environment secrets of a project's tools. Together with the texts, it stays
   * below the size limit for the child process's answer.
   */
  maxReachBytes: 2 * MiB,
  /** Maximum number of hosts with uppercase letters. If a project has more, its tools have no host lists. */
  maxWrittenHosts: 2_000,
} as const
