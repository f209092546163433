import type { Database } from '../../db/client.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { type ComparedDependencies, dependencyDifferences } from '../../../engine/scanner/dependency-differences.ts'
import type { ProjectChanges } from '../../../engine/reports/changes/project-changes.ts'
import { toolDifferences } from '../../../engine/reports/changes/tool-differences.ts'

/** Returns the changes between two completed scans. A part that one of them lacks is not compared. */
export async function changesOfScans(db: Database, base: ScanRow, head: ScanRow): Promise<ProjectChanges> {
  const [before, after] = [await dependenciesOf(db, base), await dependenciesOf(db, head)]
  return {
    tools: base.tools && head.tools ? toolDifferences(base.tools, head.tools) : [],
    dependencies: before && after ? dependencyDifferences(before, after) : [],
  }
}

async function dependenciesOf(
  db: Database,
  { inventoryDigest, coverage }: ScanRow,
): Promise<ComparedDependencies | undefined> {
  const components = inventoryDigest === null ? undefined : await findInventory(db, inventoryDigest)
  return components && coverage
    ? { components, unresolved: new Set(coverage.components.unresolved.map(({ name }) => name)) }
    : undefined
}
