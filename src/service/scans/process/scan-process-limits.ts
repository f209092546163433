const MiB = 1024 * 1024

/** Limits on the process that fetches and scans sources. */
export const scanProcessLimits = {
  /**
   * Maximum size of one message. A finding has 1.7 KB on average (241 findings of the corpus), and a detector reports
   * at most 10,000.
   */
  maxMessageBytes: 128 * MiB,
  /** Maximum size of a message without a result or a call. A failure has the longest text. */
  maxShortMessageBytes: 16 * 1024,
  /** Size at which results and modules are sent, although more are waiting. */
  batchBytes: 2 * MiB,
  /**
   * Maximum number of values in a message. Parsing 2 million takes less than 1 s. A finding has 42 on average (241
   * findings of the corpus).
   */
  maxValues: 2_000_000,
  /** Number of findings, components, or tools in one part of a result. */
  maxPartItems: 400,
  /** Number of components that are matched with advisories in one call. */
  maxComponentsPerCall: 1_000,
  /** Maximum number of calls without an answer. A scan makes at most about 20 at the same time, one per ecosystem. */
  maxOpenCalls: 500,
  /** Number of calls for stored results that the worker answers at the same time. */
  maxRunningCalls: 4,
  /** Maximum size of all calls without an answer. */
  maxOpenCallBytes: 256 * MiB,
  /** Number of warnings per minute that the worker logs. */
  maxWarningsPerMinute: 100,
  /** Maximum length of the message of a failure. */
  maxReasonCharacters: 2_000,
  /** Interval at which the process reports that its event loop turns. */
  beatMs: 250,
  /** Maximum time until a started process answers. An overloaded machine needs seconds. */
  startTimeoutMs: 60_000,
  /** How long a canceled scan may take to end. After that, the process is ended. */
  cancelMs: 30_000,
  /** Priority of scans on a machine that also serves requests: the web server gets three times the share of a scan. */
  niceness: 5,
  /** Number of packages that a worker lets be read at the same time. Each may be 128 MiB of metadata and an archive. */
  maxReadsAtOnce: 8,
  /** Number of packages that one scan may ask for at the same time. The engine asks for at most 12. */
  maxReadsPerScan: 24,
  /**
   * Maximum time for one package. A read sends up to four requests of at most 120 s each, and starts one child
   * process.
   */
  maxReadMs: 10 * 60_000,
  /** How long a package is not read again that has ended its process twice. */
  endingReadMs: 10 * 60_000,
  /** Number of packages that a process reads before it ends. */
  maxPackageReads: 2_000,
  /** Number of idle processes that a worker keeps when it starts another one. With its fetcher, each takes 130 MB. */
  maxIdleProcesses: 2,
  /** Time without a scan after which the process ends, to free its memory. */
  idleMs: 120_000,
} as const
