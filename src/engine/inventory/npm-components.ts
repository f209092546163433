import type { Inventory } from '../model/inventory.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { NpmManifest } from '../sources/package-registries/npm-packument.ts'
import { npmInstallation } from '../sources/package-registries/pick-npm-version.ts'
import { readArchivedManifest } from '../sources/npm/archived-manifest.ts'
import { withArchivedDependencies } from '../sources/npm/manifest-differences.ts'
import type { ResolvedNpmSource } from '../sources/source.ts'
import type { InventoryContext } from './inventory-context.ts'
import { walkNpmInstall } from './npm-install-walk.ts'
import { componentsOfTree } from './npm-tree-components.ts'
import { gapsOfTree } from './npm-tree-gaps.ts'
import { leftOutNodes } from './npm-tree/optional-failures.ts'
import { bundledPackages } from './npm-tree/shipped-packages.ts'
import { foldedName } from './npm-tree/folded-name.ts'

/**
 * Returns the components that `npm install NAME@VERSION` installs into an empty project: those in the package's
 * `npm-shrinkwrap.json`, if it has one, and those required by its manifest and its dependencies' manifests. Throws only
 * if the signal aborts. All other failures are listed in the inventory.
 */
export async function readNpmComponents(
  context: InventoryContext,
  { manifest: published }: ResolvedNpmSource,
  { files }: Pick<Snapshot, 'files'>,
): Promise<Inventory> {
  const archived = readArchivedManifest(files)
  const manifest = {
    ...withArchivedDependencies(published, archived),
    license: archived?.license ?? published.license,
  }
  const startedAt = new Date()
  const { isolation, npmRegistry: registry, signal, onProgress } = context
  const walked = await walkNpmInstall({ isolation, registry, signal, onProgress, manifest, files })
  const scanned = walked.root.children.get(foldedName(manifest.name))
  if (scanned === undefined) throw new Error(`the walk of ${manifest.name}@${manifest.version} lost the package itself`)
  const leftOut = leftOutNodes(walked.root)
  return {
    components: componentsOfTree(scanned, leftOut, [...walked.displaced, ...undeclaredPackages(manifest, files)]),
    ...gapsOfTree(walked, scanned, leftOut),
    method: describeMethod(walked.shipped.hasShrinkwrap, walked.hasAskedRegistry),
    ...(walked.hasAskedRegistry ? { resolvedAt: startedAt } : {}),
  }
}

/**
 * Returns packages in the archive's `node_modules` that the registry manifest does not mention. Node.js resolves them
 * nevertheless.
 */
function undeclaredPackages(manifest: NpmManifest, files: Snapshot['files']): NpmManifest[] {
  return manifest.bundleDependencies.length > 0
    ? []
    : bundledPackages(files).packages.map((shipped) => shipped.manifest)
}

function describeMethod(hasShrinkwrap: boolean, hasAskedRegistry: boolean): string {
  if (!hasShrinkwrap)
    return (
      `Resolved with the metadata of the npm registry, as npm ${npmInstallation.npmVersion} would install it ` +
      `into an empty project for all platforms, preferring versions for Node ${npmInstallation.nodeVersion}.`
    )
  return (
    "Read from the package's " +
    `npm-shrinkwrap.json${
      hasAskedRegistry ? '; other packages were resolved with the metadata of the npm registry' : ''
    }` +
    '.'
  )
}
