const KiB = 1024
const MiB = 1024 * 1024

/** Limits on taint analysis of a whole project. `analysisChildLimits` bounds its child process. */
export const taintLimits = {
  /**
   * Patterns that are tried for each import: those of one package, and those of all `paths` together. The service
   * process resolves modules.
   */
  maxModulePatterns: 200,
  /** Targets of one pattern. */
  maxModuleTargets: 20,
  /** Length of a path that is made of a pattern and a name. */
  maxModulePathCharacters: 4_096,
  /** Folders above a Python module from which it may be imported. */
  maxModuleFolders: 32,
  /** Source files that are analyzed together. */
  maxFiles: 20_000,
  /** Size of the source files that are analyzed together. */
  maxBytes: 60 * MiB,
  /** Source that one child process analyzes, for a larger project: files that import each other. */
  maxPartBytes: 10 * MiB,
  /** Source of unrelated files that fill up one part. A part with more takes no further ones. */
  maxLooseBytes: 5 * MiB,
  /**
   * IR nodes of one part. Ordinary code has one node in 23 bytes, and 1 MB of source has about 110,000. A node takes
   * about 0.4 KiB of memory (measured).
   */
  maxNodes: 1_000_000,
  /** Files such as `package.json` that are read. */
  maxSettingsFiles: 500,
  /** Size of one such file. */
  maxSettingsFileBytes: 256 * KiB,
  /** Size of all such files together. */
  maxTotalSettingsBytes: 4 * MiB,
  /** Steps of points-to analysis. */
  maxPointsToSteps: 30_000_000,
  /**
   * Units of space for points-to analysis. A link between values takes one unit, or 30 bytes, and an attribute takes
   * four. Large bundles have 2,500,000 links, and objects that are spread into each other have no upper bound.
   */
  maxPointsToUnits: 18_000_000,
  /** Resident memory from which a lowering child takes no more files. The IR of all files is held at the same time. */
  retireAtBytes: 120 * MiB,
  /**
   * Taint states. Large servers need about 50,000, and a service of 2,400 files more than 600,000. Each state takes
   * about 0.3 KiB. Bundles that include a web page have more states than the limit. After 37,500, callers and fields
   * are distinguished less.
   */
  maxTaintStates: 900_000,
  /** Files without an IR that the coverage lists by name. */
  maxFilesNamed: 20,
  /** Entries of each kind that a report keeps. */
  maxKept: 1_000,
  /** Packages that are listed because their code is in the files of the project. A bundle of 8 MB has about 100. */
  maxVendoredPackages: 300,
  /**
   * Characters in the texts of all tools, prompts, and resources of a project. Servers with 200 tools have 300,000. One
   * character may take six bytes of the answer.
   */
  maxToolCharacters: 600_000,
  /**
   * Size as JSON of the hosts and environment secrets of all tools of a project. With the texts, it stays below the
   * bound on the answer of the child process.
   */
  maxReachBytes: 2 * MiB,
  /** Hosts with uppercase letters. Of a project with more, no tool has a list of hosts. */
  maxWrittenHosts: 2_000,
} as const
