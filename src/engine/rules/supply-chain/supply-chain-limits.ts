const KiB = 1024
const MiB = 1024 * 1024

/** Limits on checking how a package was built. */
export const supplyChainLimits = {
  /** Manifests that are read. */
  maxManifests: 500,
  /** Size of all manifests together. */
  maxTotalManifestBytes: 4 * MiB,
  /** Size of one manifest or script. */
  maxScriptBytes: 512 * KiB,
  /** Scripts into which one installation is followed. */
  maxScripts: 30,
  /** Python scripts that are read. */
  maxPythonScripts: 50,
  /** Length of all scripts together. */
  maxTotalScriptCharacters: 1_000_000,
  /** Size of one file that is searched for hidden code. */
  maxCodeFileBytes: 5 * MiB,
  /** Bytes to check before other work of the process runs. */
  yieldAfterBytes: 2 * MiB,
  /** Python manifests that are read. */
  maxPythonManifests: 200,
  /** Lists of dependencies in one Python manifest. */
  maxDependencyLists: 50,
  /** Dependencies of all manifests together. A name takes 30 µs. */
  maxDependencies: 50_000,
} as const
