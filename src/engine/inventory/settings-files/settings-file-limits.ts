const KiB = 1024
const MiB = 1024 * 1024

/** Limits on configuration files, such as workflows. */
export const configurationLimits = {
  /** Size of one file. */
  maxFileBytes: 64 * KiB,
  /** Size of all files together. */
  maxTotalBytes: 4 * MiB,
  /** Nesting of one file. */
  maxDepth: 60,
  /** Parts of a YAML document. The parser takes 5 µs for each, and a workflow of 29 KiB has 6,000. */
  maxYamlParts: 20_000,
  /** Jobs of a workflow. Aliases can multiply them without an end. */
  maxJobs: 300,
  /** Steps of a workflow. Aliases can multiply them without an end. */
  maxSteps: 5_000,
  /** Services of a compose file. Aliases can multiply them without an end. */
  maxServices: 300,
} as const
