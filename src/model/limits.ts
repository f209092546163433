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
  },
  /** One metadata document of a package registry, unpacked. The largest on npm are near 100 MB. */
  packument: { bytes: 128 * MiB, /** Objects and arrays; 5,000 versions have near 100,000. */ values: 2_000_000 },
  /** Resolving the dependencies of one package by its registry. */
  dependencyWalk: { packages: 10_000, concurrency: 12, depth: 200 },
  /** One advisory of a feed. The largest record of OSV is near 10 MB. */
  advisory: { recordBytes: 32 * MiB, exportBytes: 4 * 1024 * MiB },
  request: { bodyBytes: 64 * KiB, urlBytes: 2_048 },
  outgoing: { connectMs: 10_000, responseMs: 30_000, totalMs: 120_000, redirects: 5, attempts: 3 },
  findings: { perDetector: 10_000 },
  scan: { totalMs: 10 * 60_000, advisoryWaitMs: 2 * 60_000 },
} as const
