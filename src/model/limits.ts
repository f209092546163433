const KiB = 1024
const MiB = 1024 * KiB

/** Every bound on what one input may cost, in one place. Sizes in bytes, times in milliseconds. */
export const limits = {
  /** A package archive of a registry. */
  package: {
    packedBytes: 50 * MiB,
    unpackedBytes: 200 * MiB,
    files: 20_000,
    /** One file; larger ones are skipped and named. */
    fileBytes: 50 * MiB,
    /** Unpacked over packed; ordinary packages stay under 20, zeros reach 1,000. */
    ratio: 200,
    /** The ratio is judged only after so many unpacked bytes: small archives of text may compress well. */
    ratioGraceBytes: 10 * MiB,
    pathBytes: 1_024,
    /** Asking for signatures, keys and attestations while the archive comes, and one of those documents. */
    verificationMs: 10_000,
    attestationBytes: 2 * MiB,
  },
  /** A git repository at one commit. */
  git: {
    files: 100_000,
    /** Contents of all files that are read. */
    readBytes: 500 * MiB,
    /** One file; larger ones are skipped and named. */
    fileBytes: 5 * MiB,
    /** The pack that the server sends. */
    packBytes: 1024 * MiB,
    /** Refs of the remote that are looked at. */
    refs: 100_000,
    fetchMs: 5 * 60_000,
  },
  /** A folder on the disk of whoever calls the command; the same as for a repository. */
  folder: {
    files: 100_000,
    readBytes: 500 * MiB,
    fileBytes: 5 * MiB,
    /** Contents that stay in memory; the rest lies in a temporary file. */
    memoryBytes: 16 * MiB,
    /** One `.gitignore`, and the patterns that may hold in one folder; more are not heeded, and more is read. */
    ignoreBytes: 256 * KiB,
    ignorePatterns: 5_000,
    /** The index of a repository, which has near 100 bytes a file. */
    indexBytes: 128 * MiB,
  },
  /** Files that list packages. */
  inventory: { manifestBytes: 32 * MiB, manifests: 2_000, components: 100_000, /** Steps of a chain that tells how a component came in. */ chainSteps: 50, /** Dependencies without a version that are named one by one. */ unresolved: 5_000 },
  /** One metadata document of a package registry, unpacked. The largest on npm are near 100 MB. */
  packument: { bytes: 128 * MiB, /** Objects and arrays; 5,000 versions have near 100,000. */ values: 2_000_000 },
  /** Resolving the dependencies of one package by its registry. */
  dependencyWalk: { packages: 10_000, concurrency: 12, depth: 200 },
  /** One advisory of a feed, all of an ecosystem, and their listing. The largest record of OSV is near 10 MB; npm's listing has 12 MB. */
  advisory: { recordBytes: 32 * MiB, exportBytes: 4 * 1024 * MiB, listingBytes: 128 * MiB },
  /** Keys of one account that work at the same time, and how long a rotated secret may go on, in seconds. */
  account: { keys: 100, overlapSeconds: 30 * 24 * 60 * 60 },
  /** A request to us: the last two are how long its headers and all of it may take to arrive. */
  request: { bodyBytes: 64 * KiB, urlBytes: 2_048, headersMs: 10_000, totalMs: 30_000 },
  outgoing: { connectMs: 10_000, responseMs: 30_000, totalMs: 120_000, redirects: 5, attempts: 3, /** The body of one POST. */ sentBytes: MiB },
  /** `Idempotency-Key`: its length, how long its answer is kept, and after what time an unanswered request counts as lost. */
  idempotency: { keyBytes: 255, keptMs: 24 * 60 * 60_000, leaseMs: 60_000 },
  /** Scans that wait or run: of one account, and of all. With more, submissions are turned away for so many seconds. */
  queue: { scansOfAccount: 1_000, scans: 10_000, retrySeconds: 30 },
  /** For how long a result stands for a later scan of the same revision: what registries say of it changes. */
  reuse: { ageMs: 24 * 60 * 60_000 },
  /** Waiting for a scan with `wait`: for how long, and how many requests of one process and of one account in it at once; more are answered without waiting. */
  longPoll: { seconds: 30, requests: 2_000, requestsOfAccount: 100 },
  /** Streams of events of one account in one process: how many, for how long, and how often they show that they are there and ask for rights again. */
  eventStream: { perAccount: 10, totalMs: 15 * 60_000, heartbeatMs: 15_000, rightsMs: 60_000 },
  findings: { perDetector: 10_000 },
  scan: { totalMs: 10 * 60_000, advisoryWaitMs: 2 * 60_000 },
} as const
