import type { Database } from '../../db/client.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import type { Component } from '../../../engine/model/component.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { ToolChange } from '../../../engine/reports/check-run/check-run-input.ts'
import { toolChanges } from './tool-changes.ts'

/** What a scan knows of a commit beside its findings. A detector that learns more of projects adds a part here. */
export interface ScanContents {
  readonly components: readonly Component[]
  /** Names of dependencies that are asked for and could not be turned into components. */
  readonly unresolved: ReadonlySet<string>
  /** What it offers to models; absent where that was not looked at. */
  readonly tools?: readonly ScannedTool[]
}

/**
 * What is different between two commits beside their findings: everything that detectors know of, each in entries of
 * its own. One more kind of change is one more line here.
 */
export function changesBetween(base: ScanContents, head: ScanContents): ToolChange[] {
  return [...(base.tools && head.tools ? toolChanges(base.tools, head.tools) : []), ...dependencyChanges(base, head)]
}

/** The changes between two completed scans; none where one of them has no inventory any more. */
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
 * Direct dependencies that were added, removed, or have other versions, sorted by name. What one of the scans could not
 * resolve is not said to be gone or new.
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
          `${
            old.dev === now.dev
              ? onlyDev(now)
              : now.dev
                ? ', only for development now'
                : ', no longer only for development'
          }`,
      },
    ]
  })
}

/** A package that the project itself asks for. */
interface Dependency {
  readonly name: string
  readonly ecosystem: string
  /** Parts of a project may ask for different ones. */
  readonly versions: Set<string>
  /** No part of the project needs it but to be developed. */
  dev: boolean
}

/** By ecosystem and name. The project and its own parts are no dependencies: they stand alone in their chains. */
function directDependencies({ components }: ScanContents): Map<string, Dependency> {
  const found = new Map<string, Dependency>()
  for (const { name, ecosystem, version, direct, dev, introducedBy } of components) {
    if (!direct || introducedBy.some(({ path }) => path.length < 2)) continue
    const key = `${name}\n${ecosystem}`
    const known = found.get(key) ?? { name, ecosystem, versions: new Set(), dev }
    known.versions.add(version)
    known.dev &&= dev
    found.set(key, known)
  }
  return found
}

const versionsOf = ({ versions }: Dependency) => [...versions].toSorted().join(', ')
const onlyDev = ({ dev }: Dependency) => (dev ? ', only for development' : '')
