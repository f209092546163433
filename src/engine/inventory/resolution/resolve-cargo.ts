import { dirname } from 'node:path/posix'
import semver from 'semver'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import { shownText } from '../../sources/shown-text.ts'
import { shortestChains } from '../introductions.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { CargoNode, type FeatureBudget } from './cargo-node.ts'
import { type CargoSelection, selectCrates } from './cargo-selection.ts'
import type { RegistrySnapshot } from './registry-snapshot.ts'
import { resolvedAt, type ResolvedInstallation } from './resolved-installation.ts'
import type { LocalCrate, WantedCargo } from './wanted-cargo.ts'

/**
 * Returns the crates that `cargo generate-lockfile` writes for a workspace or crate: for all platforms and features,
 * including development dependencies. Throws only if the signal aborts.
 */
export async function resolveCargo(
  { signal, onProgress }: Pick<InventoryContext, 'onProgress' | 'signal'>,
  { cratesIndex: index, takenAt }: RegistrySnapshot,
  wanted: WantedCargo,
): Promise<ResolvedInstallation> {
  const localNames = new Set(wanted.localNames)
  const patched = new Set(wanted.patched)
  const selection = await selectCrates({
    index,
    signal,
    rustVersion: wanted.resolver === '3' ? oldestRust(wanted.crates) : undefined,
    locals: (budget) => localNodes(wanted.crates, budget),
    refusal: (name) => {
      if (localNames.has(name)) return 'a crate in this repository has this name, so Assay did not ask an index for it'
      return patched.has(name) ? 'the project replaces it in its [patch] table' : undefined
    },
    onProgress: (crates) => onProgress?.(crates),
  })
  const crates = new Map(wanted.crates.map((crate) => [crate.folder, crate]))
  const crateOf = ({ folder }: CargoNode): LocalCrate | undefined => crates.get(folder ?? '')
  const unresolved = gapsOf(selection, crateOf)
  return {
    components: componentsOf(selection, wanted, crateOf).map((component) => resolvedAt(component, takenAt)),
    unresolved,
    complete: unresolved.length === 0,
    hasAsked: selection.hasAsked,
  }
}

function localNodes(crates: readonly LocalCrate[], budget: FeatureBudget) {
  const byFolder = new Map(
    crates.map(({ folder, name = '', version = '', dependencies, features, isMember }) => [
      folder,
      new CargoNode(
        {
          name,
          version,
          folder,
          features,
          edges: dependencies
            .filter(({ dev }) => isMember || !dev)
            .map((dependency) => ({ ...dependency, isElsewhere: false })),
        },
        budget,
      ),
    ]),
  )
  const roots = crates.flatMap(({ folder, isMember }) => {
    const node = isMember ? byFolder.get(folder) : undefined
    // All of a member's features are enabled, because the lockfile covers them.
    node?.enable([...node.features, ...node.edges.flatMap(({ optional, alias }) => (optional ? `dep:${alias}` : []))])
    return node ?? []
  })
  return { roots, byFolder }
}

/** Returns the lowest Rust version supported by any project crate, or undefined if no crate states one. */
function oldestRust(crates: readonly LocalCrate[]): string | undefined {
  return crates
    .flatMap(({ rustVersion }) => semver.coerce(rustVersion) ?? [])
    .toSorted(semver.compare)[0]
    ?.toString()
}

function gapsOf(
  { gaps }: CargoSelection,
  crateOf: (node: CargoNode) => LocalCrate | undefined,
): UnresolvedDependency[] {
  return gaps.map(({ from, edge, reason }) => {
    const local = crateOf(from)
    return {
      name: shownText(edge.name),
      requested: shownText(edge.requirement),
      requiredBy: local === undefined ? `${from.name}@${from.version}` : labelOf(local),
      reason,
      ecosystem: 'crates.io',
      ...(local !== undefined && { manifest: local.path }),
      ...(edge.line !== undefined && { line: edge.line }),
    }
  })
}

const labelOf = ({ name, version, path }: LocalCrate): string => {
  if (name === undefined) return dirname(path) === '.' ? 'project' : dirname(path)
  return shownText(version === undefined ? name : `${name}@${version}`)
}

const start = '\0start'

/** Returns the keys of a crate's selected dependencies. */
function targets(node: CargoNode, isWanted: (dev: boolean) => boolean): string[] {
  const keys = node.edges.flatMap((edge) => (isWanted(edge.dev) ? (node.targetOf(edge)?.key ?? []) : []))
  return [...new Set(keys)].sort(byBytes)
}

function componentsOf(
  { nodes }: CargoSelection,
  { path }: WantedCargo,
  crateOf: (node: CargoNode) => LocalCrate | undefined,
): Component[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const locals = nodes.filter(({ folder }) => folder !== undefined)
  const known = new Map<string, readonly string[]>([[start, locals.map(({ key }) => key)]])
  const neighbours = (key: string): readonly string[] => {
    const node = byKey.get(key)
    const next = known.get(key) ?? (node === undefined ? [] : targets(node, () => true))
    known.set(key, next)
    return next
  }
  const direct = new Set(locals.flatMap(({ key }) => neighbours(key)))
  const needed = new Set(locals.flatMap((node) => targets(node, (dev) => !dev)))
  for (const key of needed) {
    const node = byKey.get(key)
    for (const next of node === undefined ? [] : targets(node, (dev) => !dev)) needed.add(next)
  }
  const chains = shortestChains(start, neighbours, inventoryLimits.maxChainSteps)
  return nodes
    .filter(({ folder }) => folder === undefined)
    .map(({ key, name, version }) => ({
      purl: packageUrl('crates.io', name, version),
      name,
      version,
      ecosystem: 'crates.io' as const,
      direct: direct.has(key),
      dev: !needed.has(key),
      introducedBy: (chains.get(key) ?? []).map(([, owner = '', ...steps]) => {
        const local = byKey.get(owner)
        const crate = local === undefined ? undefined : crateOf(local)
        return {
          manifest: crate?.path ?? path,
          path: [crate === undefined ? 'project' : labelOf(crate), ...steps.map(stepOf)],
        }
      }),
    }))
    .sort((a, b) => byBytes(a.name, b.name) || byBytes(a.version, b.version))

  function stepOf(key: string): string {
    const node = byKey.get(key)
    return node === undefined ? key : shownText(`${node.name}@${node.version}`)
  }
}
