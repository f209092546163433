import type { Database } from '../../db/client.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import type { Component } from '../../../engine/model/component.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { ToolChange } from '../../../engine/reports/check-run/check-run-input.ts'
import { toolChanges } from './tool-changes.ts'

/** The parts of a scan that are compared, other than findings. */
export interface ScanContents {
  readonly components: readonly Component[]
  /** Names of requested dependencies that could not be resolved. */
  readonly unresolved: ReadonlySet<string>
  /** Tools, resources, and prompts. Absent if the scan did not look for them. */
  readonly tools?: readonly ScannedTool[]
}

/** Returns the differences of two commits other than findings. */
export function changesBetween(base: ScanContents, head: ScanContents): ToolChange[] {
  return [...(base.tools && head.tools ? toolChanges(base.tools, head.tools) : []), ...dependencyChanges(base, head)]
}

/** Returns the changes between two completed scans. Empty if one of them no longer has an inventory. */
export async function changesOfScans(db: Database, base: ScanRow, head: ScanRow): Promise<ToolChange[]> {
  const [before, after] = [await contentsOf(db, base), await contentsOf(db, head)]
  return before && after ? changesBetween(before, after) : []
}

async function contentsOf(
  db: Database,
  { inventoryDigest, coverage, tools }: ScanRow,
): Promise<ScanContents | undefined> {
  const components = inventoryDigest === null ? undefined : await findInventory(db, inventoryDigest)
  return components && coverage
    ? {
        components,
        unresolved: new Set(coverage.components.unresolved.map(({ name }) => name)),
        ...(tools && { tools }),
      }
    : undefined
}

/**
 * Returns direct dependencies that were added, removed, or have other versions, sorted by name. A dependency that one
 * of the scans could not resolve is neither added nor removed.
 */
function dependencyChanges(base: ScanContents, head: ScanContents): ToolChange[] {
  const [before, after] = [directDependencies(base), directDependencies(head)]
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  return keys.flatMap((key): ToolChange[] => {
    const [old, now] = [before.get(key), after.get(key)]
    if (now && !old)
      return base.unresolved.has(now.name)
        ? []
        : [{ kind: 'added', name: now.name, detail: `${now.ecosystem} ${versionsOf(now)}${onlyDev(now)}` }]
    if (old && !now)
      return head.unresolved.has(old.name)
        ? []
        : [{ kind: 'removed', name: old.name, detail: `${old.ecosystem} ${versionsOf(old)}${onlyDev(old)}` }]
    if (!old || !now || (versionsOf(old) === versionsOf(now) && old.dev === now.dev)) return []
    const versions = versionsOf(old) === versionsOf(now) ? versionsOf(now) : `${versionsOf(old)} → ${versionsOf(now)}`
    return [
      {
        kind: 'changed',
        name: now.name,
        detail:
          `${now.ecosystem} ` +
          `${versions}` +
          `${old.dev === now.dev ? onlyDev(now) : now.dev ? ', now development only' : ', no longer development only'}`,
      },
    ]
  })
}

/** A direct dependency. */
interface Dependency {
  readonly name: string
  readonly ecosystem: string
  /** Parts of a project may request different versions. */
  readonly versions: Set<string>
  /** All parts of the project need it only for development. */
  dev: boolean
}

/** Returns direct dependencies by ecosystem and name. A component alone in its path is a part of the project. */
function directDependencies({ components }: ScanContents): Map<string, Dependency> {
  const dependencies = new Map<string, Dependency>()
  for (const { name, ecosystem, version, direct, dev, introducedBy } of components) {
    if (!direct || introducedBy.some(({ path }) => path.length < 2)) continue
    const key = `${name}\n${ecosystem}`
    const dependency = dependencies.get(key) ?? { name, ecosystem, versions: new Set(), dev }
    dependency.versions.add(version)
    dependency.dev &&= dev
    dependencies.set(key, dependency)
  }
  return dependencies
}

const versionsOf = ({ versions }: Dependency) => [...versions].toSorted().join(', ')
const onlyDev = ({ dev }: Dependency) => (dev ? ', development only' : '')
