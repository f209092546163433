const KiB = 1024
const MiB = 1024 * 1024

/** Limits on child processes that parse hostile files. A parser may crash, hang, or exhaust memory. */
export const isolationLimits = {
  /** Maximum number of concurrent children for all scans in a process. Machines with fewer cores use fewer children. */
  maxChildren: 4,
  /** Maximum time per file. A machine under load can take seconds for 0.1 s of work. */
  fileTimeoutMs: 10_000,
  /** Maximum time for a child's startup. */
  startTimeoutMs: 30_000,
  /** Maximum resident memory of one child. An idle child uses about 80 MiB. */
  maxMemoryBytes: 512 * MiB,
  /** Interval between checks of a child's memory. */
  memoryPollMs: 100,
  /**
   * Resident memory above which a child accepts no more files and is replaced. This is needed because parsers do not
   * return memory that they have touched.
   */
  retireAtBytes: 160 * MiB,
  /**
   * Size of each semispace in V8's young generation, 64 MiB by default. Measured after 40 MB of packages: 350 MiB
   * resident with the default, and 221 MiB with 16 MiB at the same speed. With 8 MiB, a child is a tenth slower.
   */
  maxNewObjectBytes: 16 * MiB,
  /**
   * Maximum address space that a child may reserve. oxc-parser reserves 6 GiB for its raw transfer but touches little
   * of it. In total, a child reserves 6.9 GiB with glibc. With musl, it reserves between 8 and 9 GiB, because each
   * thread has a stack of the maximum size (measured).
   */
  maxReservedBytes: 10 * 1024 * MiB,
  /** Stack size. oxc-parser needs 21 MiB for 15,000 nested parentheses, and 136 MiB for 100,000. */
  maxStackBytes: 256 * MiB,
  /** Maximum CPU time of one child. */
  maxCpuSeconds: 900,
  /**
   * Maximum number of open file descriptors in one child. Node.js itself uses 20. Node 22 opens all imports of a module
   * at the same time, and zod has 50.
   */
  maxDescriptors: Number.parseInt(process.versions.node, 10) < 24 ? 256 : 64,
  /** Maximum size of one answer as JSON. */
  maxResultBytes: 4 * MiB,
  /** Maximum size of one answer part, such as an unpacked file with its header. */
  maxPartBytes: 51 * MiB,
  /** Maximum total size of an answer's parts. An archive unpacks to at most 200 MiB, plus a header for each entry. */
  maxPartsBytes: 400 * MiB,
  /**
   * Maximum number of files sent to a child before it has answered earlier ones. Sending files ahead keeps the child
   * from waiting for the next one.
   */
  maxFilesAhead: 16,
  /** Maximum total size of the files sent ahead. */
  maxBytesAhead: 256 * KiB,
  /**
   * Maximum number of additional files that a task may request. A pom.xml needs its parents, and a workspace needs its
   * members.
   */
  maxExtraFiles: 20_000,
  /** Maximum total size of these additional files. */
  maxExtraBytes: 256 * MiB,
  /** Number of files after which a child is replaced. */
  maxFilesPerChild: 5_000,
  /**
   * Maximum number of files in one scan that may end their child. After that many, the scan skips its remaining files.
   */
  maxDeaths: 500,
  /**
   * Maximum time that one scan may lose to files that end their child or time out. After that, `hurriedFileTimeoutMs`
   * applies.
   */
  maxLostMs: 60_000,
  /** Maximum time per file after the scan has lost `maxLostMs`. Ordinary files need milliseconds. */
  hurriedFileTimeoutMs: 2_000,
  /** How long the work must run before an additional child is started. Equal to a child's startup time. */
  furtherChildDelayMs: 150,
  /** How long a scan may keep its last child while another scan is waiting for one. */
  turnMs: 2_000,
  /** Time after which an idle child ends. */
  idleTimeoutMs: 60_000,
} as const

/** Limits on each file rather than on a child. A child that was started with other limits can keep them. */
export const fileLimits: ReadonlySet<string> = new Set<keyof typeof isolationLimits>([
  'fileTimeoutMs',
  'hurriedFileTimeoutMs',
  'maxDeaths',
  'maxLostMs',
])

/** Limits typed as plain numbers, so that tests can set lower ones. */
export type IsolationLimits = { readonly [Limit in keyof typeof isolationLimits]: number }
