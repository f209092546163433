const KiB = 1024
const MiB = 1024 * 1024

/** Limits on supply-chain checks. */
export const supplyChainLimits = {
  maxManifests: 500,
  maxTotalManifestBytes: 4 * MiB,
  /** Maximum size of a manifest or script. */
  maxScriptBytes: 512 * KiB,
  /** Maximum number of scripts that are followed from one installation. */
  maxScripts: 30,
  maxPythonScripts: 50,
  /** Maximum total length of the scripts. */
  maxTotalScriptCharacters: 1_000_000,
  /** Maximum size of a file that is searched for hidden code. */
  maxCodeFileBytes: 5 * MiB,
  /** Number of bytes after which the detector yields to the event loop. */
  yieldAfterBytes: 2 * MiB,
  maxPythonManifests: 200,
  /** Maximum number of dependency lists in a Python manifest. */
  maxDependencyLists: 50,
  /** Maximum number of dependencies in all manifests. Checking a name takes 30 µs. */
  maxDependencies: 50_000,
} as const
