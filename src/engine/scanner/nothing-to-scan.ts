import type { detectorIds } from '../rules/detector-ids.ts'
import { loadDetectors } from '../rules/load-detectors.ts'
import type { Detection } from '../rules/run-detectors.ts'
import type { Inventory } from '../model/inventory.ts'
import { ScanFailure } from '../model/failure.ts'
import type { Snapshot } from '../model/snapshot.ts'

/** Detector that only reads manifests. If a scan needs no other detector, the others are not loaded. */
const manifestsOnly: (typeof detectorIds)[number] = 'vulnerable-dependencies'

/**
 * Throws the ScanFailure NOTHING_TO_SCAN if no detector reads any file and the inventory is empty, because a scan that
 * examined nothing must not pass. Skipped files and files that could not be parsed are coverage gaps instead. Text that
 * was only searched for secrets does not count, unless it contains a secret.
 */
export async function requireSomethingScanned({
  snapshot,
  inventory,
  detection,
}: {
  readonly snapshot: Snapshot
  readonly inventory: Inventory
  readonly detection: Detection
}): Promise<void> {
  const { components, unresolved, unreadable = [] } = inventory
  if (components.length + unresolved.length + unreadable.length > 0) return
  if (detection.findings.length > 0) return
  const read = new Set(detection.coverage.flatMap(({ id, files }) => (files > 0 ? [id] : [])))
  if (read.has(manifestsOnly)) return
  const telling = (await loadDetectors()).filter(({ readsAnyText }) => readsAnyText !== true)
  if (telling.some(({ id }) => read.has(id))) return
  if (snapshot.skipped.some(({ path }) => telling.some((detector) => detector.reads(path)))) return
  throw new ScanFailure(
    'NOTHING_TO_SCAN',
    `Assay can read none of the ${snapshot.files.size} files: there is no lockfile, no package manifest, and no ` +
      'JavaScript, TypeScript, or Python source file. Scan the folder that contains one.',
  )
}
