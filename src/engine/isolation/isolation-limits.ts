const KiB = 1024
const MiB = 1024 * 1024

/** Limits on the child processes that parse hostile files. A parser may crash, hang, or use up memory. */
export const isolationLimits = {
  /** Children at the same time, over all scans of a process. A machine with fewer cores has fewer. */
  maxChildren: 4,
  /** Time for one file. A machine under load needs seconds for 0.1 s of work. */
  fileTimeoutMs: 10_000,
  /** Time for the start of a child. */
  startTimeoutMs: 30_000,
  /** Resident memory of one child. A child without work uses about 80 MiB. */
  maxMemoryBytes: 512 * MiB,
  /** Interval at which the memory of a child is checked. */
  memoryPollMs: 100,
  /**
   * Resident memory from which a child takes no more files and another child replaces it. Parsers do not return memory
   * that they once touched.
   */
  retireAtBytes: 160 * MiB,
  /**
   * Size of each half of the space for new objects. The default of V8 is 64 MiB. Measured after 40 MB of packages: 350
   * MiB resident with the default, and 221 MiB with 16 MiB at the same speed. With 8 MiB, a child is a tenth slower.
   */
  maxNewObjectBytes: 16 * MiB,
  /**
   * Address space that a child may reserve. oxc-parser reserves 6 GiB for its raw transfer and touches little of it. A
   * child then has 6.9 GiB with glibc. With musl, it has between 8 and 9 GiB, because each thread has a stack of the
   * maximum size (measured).
   */
  maxReservedBytes: 10 * 1024 * MiB,
  /** Size of the stack. oxc-parser needs 21 MiB for 15,000 nested parentheses, and 136 MiB for 100,000. */
  maxStackBytes: 256 * MiB,
  /** Processor time of one child. */
  maxCpuSeconds: 900,
  /**
   * Open file descriptors of one child. Node.js uses 20 itself. Node 22 opens all imports of a module at the same time,
   * and zod has 50 of them.
   */
  maxDescriptors: Number.parseInt(process.versions.node, 10) < 24 ? 256 : 64,
  /** Size of one answer of a child, as JSON. */
  maxResultBytes: 4 * MiB,
  /** Size of one part of an answer, such as one unpacked file with its header. */
  maxPartBytes: 51 * MiB,
  /** Size of all parts of an answer. An archive unpacks to 200 MiB, and has a header for each of its entries. */
  maxPartsBytes: 400 * MiB,
  /** Files that a child receives before it answers, so that it does not wait for the next one. */
  maxFilesAhead: 16,
  /** Size of these files. */
  maxBytesAhead: 256 * KiB,
  /** Further files that a task may request. A pom.xml needs its parents, and a workspace its members. */
  maxExtraFiles: 20_000,
  /** Size of these further files. */
  maxExtraBytes: 256 * MiB,
  /** Files after which a new child replaces this one. */
  maxFilesPerChild: 5_000,
  /** Files of one scan that may end their child. The scan skips the remaining files after that. */
  maxDeaths: 500,
  /**
   * Time of one scan that files may lose by ending their child or timing out. After that, `hurriedFileTimeoutMs`
   * applies.
   */
  maxLostMs: 60_000,
  /** Time for one file after the scan lost `maxLostMs`. Ordinary files need milliseconds. */
  hurriedFileTimeoutMs: 2_000,
  /** Time that work must take before a further child starts for it: as long as the start of a child. */
  furtherChildDelayMs: 150,
  /** Time for which a scan keeps its last child while another scan waits for one. */
  turnMs: 2_000,
  /** Time for which a child without work waits for a scan. */
  idleTimeoutMs: 60_000,
} as const

/** The limits as numbers, so that tests can set smaller ones. */
export type IsolationLimits = { readonly [Limit in keyof typeof isolationLimits]: number }
