import type { Component, Introduction } from '../model/component.ts'
import type { Inventory } from '../model/inventory.ts'
import { packageUrl } from '../model/purl.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { pythonTarget } from '../sources/python-packaging/target-environment.ts'
import type { ResolvedPypiSource } from '../sources/source.ts'
import { shortestChains } from './introductions.ts'
import type { InventoryContext } from './inventory-context.ts'
import { byBytes } from './npm-tree/sort-order.ts'
import { metadataOfFiles } from './pypi-walk/archived-metadata.ts'
import { walkDependencies } from './pypi-walk/dependency-walk.ts'
import type { WalkedDependencies } from './pypi-walk/walked-dependencies.ts'
import { vendoredPackages } from './pypi-walk/vendored-packages.ts'
import { gapsOfWalk } from './pypi-walk/walk-gaps.ts'

/**
 * Returns the components that `pip install NAME==VERSION` installs into an empty environment, without extras, and the
 * packages vendored in the archive. Throws only if the signal aborts. All other failures are listed in the inventory.
 */
export async function readPypiComponents(
  context: InventoryContext,
  { name, revision, file }: ResolvedPypiSource,
  { files }: Pick<Snapshot, 'files'>,
): Promise<Inventory> {
  const startedAt = new Date()
  const { isolation, pypiIndex: index, signal, onProgress } = context
  const { distribution } = file
  const root = { name, version: distribution.version }
  const walked = await walkDependencies({
    isolation,
    index,
    signal,
    onProgress,
    root: { ...root, reading: metadataOfFiles(files, distribution.kind, root) },
  })
  const manifest = distribution.kind === 'wheel' ? 'METADATA' : 'PKG-INFO'
  return {
    components: withVendored(componentsOf(walked, name, manifest), files),
    ...gapsOfWalk(walked, { name, version: revision }),
    method:
      `Resolved with the metadata of the Python package index for ${pythonTarget.description}: the newest ` +
      'matching release of each project, without extras that no package requests.',
    ...(walked.hasAskedIndex ? { resolvedAt: startedAt } : {}),
  }
}

/** Returns the components, with the scanned package first and the others sorted by name. */
function componentsOf({ pins, graph }: WalkedDependencies, scanned: string, manifest: string): Component[] {
  const neighbours = (name: string) => [...graph.targetsOf(name)].filter((target) => pins.has(target)).sort(byBytes)
  const chains = shortestChains(scanned, neighbours)
  const direct = new Set([scanned, ...graph.targetsOf(scanned)])
  const keyOf = (name: string) => `${name}@${pins.get(name)?.version ?? ''}`
  return [...pins.values()]
    .sort((a, b) => Number(b.name === scanned) - Number(a.name === scanned) || byBytes(a.name, b.name))
    .map((pin) =>
      component(
        pin,
        direct.has(pin.name),
        (chains.get(pin.name) ?? [[scanned, pin.name]]).map((path) => ({ manifest, path: path.map(keyOf) })),
      ),
    )
}

const component = (
  { name, version, license }: Pick<Component, 'license' | 'name' | 'version'>,
  direct: boolean,
  introducedBy: Introduction[],
): Component => ({
  purl: packageUrl('PyPI', name, version),
  name,
  version,
  ecosystem: 'PyPI',
  direct,
  dev: false,
  introducedBy,
  ...(license && { license }),
})

/**
 * Adds vendored packages, which are present regardless of what is installed. A vendored package with the same version
 * as an installed one is the same component.
 */
function withVendored(components: readonly Component[], files: Snapshot['files']): Component[] {
  const [scanned] = components
  const all = new Map(components.map((component) => [component.purl, component]))
  for (const { manifest, ...contained } of vendoredPackages(files)) {
    const { name, version } = contained
    const vendored = component(contained, true, [
      { manifest, path: [`${scanned?.name}@${scanned?.version}`, `${name}@${version}`] },
    ])
    if (!all.has(vendored.purl)) all.set(vendored.purl, vendored)
  }
  return [...all.values()]
}
