import type { Database } from '../../db/client.ts'
import { findListedPackages } from '../../db/registry/listed-packages.ts'
import { findCapabilities } from '../../db/scans/capabilities.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import type { DependencyChange } from '../../../engine/model/dependency-change.ts'
import { compareInstallations } from '../../../engine/reachability/capabilities/compare-installations.ts'
import { type ComparedDependencies, dependencyDifferences } from '../../../engine/scanner/dependency-differences.ts'
import type { ProjectChanges } from '../../../engine/reports/changes/project-changes.ts'
import { toolDifferences } from '../../../engine/reports/changes/tool-differences.ts'

/** Returns the changes between two completed scans. Does not compare data that one of them lacks. */
export async function changesOfScans(db: Database, base: ScanRow, head: ScanRow): Promise<ProjectChanges> {
  const [before, after] = [await dependenciesOf(db, base), await dependenciesOf(db, head)]
  const read = await findCapabilities(db, [base.id, head.id])
  const capabilities = compareInstallations(read.get(base.id), read.get(head.id))
  return {
    ...(capabilities && { capabilities }),
    tools: base.tools && head.tools ? toolDifferences(base.tools, head.tools) : [],
    dependencies: before && after ? await withGrades(db, dependencyDifferences(before, after)) : [],
  }
}

/** Maximum number of dependencies to look up in the registry. A summary shows fewer. */
const maxGraded = 1_000

/** Adds grades to the packages added or updated by a change, if the registry has them. */
async function withGrades(db: Database, changes: readonly DependencyChange[]): Promise<DependencyChange[]> {
  const serverOf = await findListedPackages(db, changes.filter(({ kind }) => kind !== 'removed').slice(0, maxGraded))
  return changes.map((change) => {
    const grade = change.kind === 'removed' ? null : serverOf(change)?.grade
    return grade ? { ...change, grade } : change
  })
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
