const KiB = 1024
const MiB = 1024 * 1024

/** Limits on child processes that parse hostile files. A parser may crash, hang, or exhaust memory. */
export const isolationLimits = {
  /** Concurrent children for all scans of a process. Machines with fewer cores use fewer. */
  maxChildren: 4,
  /** Time per file. A machine under load can need seconds for 0.1 s of work. */
  fileTimeoutMs: 10_000,
  /** Time for a child's startup. */
  startTimeoutMs: 30_000,
  /** Resident memory of one child. An idle child uses about 80 MiB. */
  maxMemoryBytes: 512 * MiB,
  /** Interval at which the memory of a child is checked. */
  memoryPollMs: 100,
  /**
   * Resident memory above which a child accepts no more files and is replaced. Parsers do not return memory that they
   * have touched.
   */
  retireAtBytes: 160 * MiB,
  /**
   * Size of each semispace of V8's young generation, 64 MiB by default. Measured after 40 MB of packages: 350 MiB
   * resident with the default, and 221 MiB with 16 MiB at the same speed. With 8 MiB, a child is a tenth slower.
   */
  maxNewObjectBytes: 16 * MiB,
  /**
   * Address space that a child may reserve. oxc-parser reserves 6 GiB for its raw transfer and touches little of it. A
   * child then has 6.9 GiB with glibc, and between 8 and 9 GiB with musl, because each thread has a stack of the
   * maximum size (measured).
   */
  maxReservedBytes: 10 * 1024 * MiB,
  /** Stack size. oxc-parser needs 21 MiB for 15,000 nested parentheses, and 136 MiB for 100,000. */
  maxStackBytes: 256 * MiB,
  /** CPU time of one child. */
  maxCpuSeconds: 900,
  /**
   * Open file descriptors of one child. Node.js itself uses 20. Node 22 opens all imports of a module at the same time,
   * and zod has 50.
   */
  maxDescriptors: Number.parseInt(process.versions.node, 10) < 24 ? 256 : 64,
  /** Size of one answer as JSON. */
  maxResultBytes: 4 * MiB,
  /** Size of one part of an answer, such as an unpacked file with its header. */
  maxPartBytes: 51 * MiB,
  /** Total size of all parts of an answer. An archive unpacks to at most 200 MiB and has a header for each entry. */
  maxPartsBytes: 400 * MiB,
  /** Number of files that a child receives before it answers, so that it does not wait for the next one. */
  maxFilesAhead: 16,
  /** Total size of the files that a child receives before it answers. */
  maxBytesAhead: 256 * KiB,
  /**
   * Number of additional files that a task may request. A pom.xml needs its parents, and a workspace needs its members.
   */
  maxExtraFiles: 20_000,
  /** Total size of these additional files. */
  maxExtraBytes: 256 * MiB,
  /** Number of files after which a child is replaced. */
  maxFilesPerChild: 5_000,
  /** Number of files of one scan that may end their child. After that, the scan skips the rest. */
  maxDeaths: 500,
  /**
   * Time that one scan may lose because files end their child or time out. After that, `hurriedFileTimeoutMs` applies.
   */
  maxLostMs: 60_000,
  /** Time per file after the scan has lost `maxLostMs`. Ordinary files need milliseconds. */
  hurriedFileTimeoutMs: 2_000,
  /** Minimum duration of work before an additional child is started for it, equal to a child's startup time. */
  furtherChildDelayMs: 150,
  /** Time for which a scan keeps its last child while another scan waits for one. */
  turnMs: 2_000,
  /** Time after which an idle child ends. */
  idleTimeoutMs: 60_000,
} as const

/** Limits as plain numbers, so that tests can set smaller ones. */
export type IsolationLimits = { readonly [Limit in keyof typeof isolationLimits]: number }
