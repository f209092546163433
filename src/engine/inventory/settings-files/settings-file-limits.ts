const KiB = 1024
const MiB = 1024 * 1024

/** Limits on configuration files, such as workflows. */
export const configurationLimits = {
  /** Maximum size of a file. */
  maxFileBytes: 64 * KiB,
  /** Maximum total size of all files. */
  maxTotalBytes: 4 * MiB,
  maxDepth: 60,
  /** Maximum number of parts in a YAML document. The parser takes 5 µs for each, and a workflow of 29 KiB has 6,000. */
  maxYamlParts: 20_000,
  /** Maximum number of jobs in a workflow. Aliases can multiply them without limit. */
  maxJobs: 300,
  /** Maximum number of steps in a workflow. Aliases can multiply them without limit. */
  maxSteps: 5_000,
  /** Maximum number of services in a Compose file. Aliases can multiply them without limit. */
  maxServices: 300,
} as const
