import type { Isolation } from '../../isolation/isolation.ts'
import { ScanFailure } from '../../model/failure.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { unpackArchive } from '../../sources/archives/unpack-archive.ts'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import type { NpmRegistry } from '../../sources/package-registries/npm-registry.ts'
import { foldedName } from './folded-name.ts'
import { bundledPackages, type ShippedPackage, shrinkwrapFile, shrinkwrappedPackages } from './shipped-packages.ts'
import { TreeNode } from './tree-node.ts'

/** Shipped package that could not be added to the tree. */
export interface ShippedProblem {
  readonly owner: NpmManifest
  readonly name: string
  readonly requested: string
  readonly reason: string
  /** True if an installation would lack this package. */
  readonly isMissing: boolean
}

/** Adds packages to the tree that are contained in archives or pinned by a shrinkwrap. */
export class ShippedPackagesLoader {
  readonly problems: ShippedProblem[] = []
  /** True if the scanned package has a shrinkwrap. */
  readonly hasShrinkwrap: boolean
  readonly #isolation: Isolation
  readonly #registry: NpmRegistry
  readonly #signal: AbortSignal
  readonly #scanned: NpmManifest
  readonly #files: ReadonlyMap<string, SnapshotFile>

  constructor(
    { isolation, registry }: { readonly isolation: Isolation; readonly registry: NpmRegistry },
    signal: AbortSignal,
    scanned: NpmManifest,
    files: ReadonlyMap<string, SnapshotFile>,
  ) {
    this.#isolation = isolation
    this.#registry = registry
    this.#signal = signal
    this.#scanned = scanned
    this.#files = files
    this.hasShrinkwrap = files.has(shrinkwrapFile)
  }

  /** Reports whether a shrinkwrap determines this package's dependencies. */
  isFixedByShrinkwrap(manifest: NpmManifest): boolean {
    return manifest === this.#scanned ? this.hasShrinkwrap : manifest.hasShrinkwrap
  }

  /**
   * Adds the shipped packages of `node` below it. Fetches an archive only if the registry metadata mentions bundled
   * packages or a shrinkwrap.
   */
  async loadInto(node: TreeNode): Promise<void> {
    const { manifest } = node
    if (node.isTop || node.isFixed || node.failure !== undefined || node.linkTarget !== undefined) return
    const hasShrinkwrap = this.isFixedByShrinkwrap(manifest)
    if (!hasShrinkwrap && manifest.bundleDependencies.length === 0) return
    const files = manifest === this.#scanned ? this.#files : await this.#fetchFiles(manifest)
    if (files === undefined) return
    const shrinkwrap = hasShrinkwrap ? files.get(shrinkwrapFile) : undefined
    if (shrinkwrap !== undefined) this.#addShrinkwrapped(node, shrinkwrap.content.toString('utf8'))
    if (manifest.bundleDependencies.length > 0) this.#addBundled(node, files)
  }

  #addBundled(node: TreeNode, files: ReadonlyMap<string, SnapshotFile>): void {
    const { manifest } = node
    const { packages, unreadable } = bundledPackages(files)
    this.#add(node, packages)
    for (const path of unreadable)
      this.#note(manifest, path, 'bundled', 'the archive contains it without a package name and version', true)
    for (const name of manifest.bundleDependencies) {
      if (node.children.has(foldedName(name))) continue
      if (unreadable.includes(`node_modules/${name}/package.json`)) continue
      const isThere = [...files.keys()].some((path) => path.startsWith(`node_modules/${name}/`))
      if (isThere) this.#note(manifest, name, 'bundled', 'the archive contains it with an unreadable manifest', true)
      else
        this.#note(
          manifest,
          name,
          'bundled',
          'the archive declares that it contains it, but does not, and npm does not install it from elsewhere',
          false,
        )
    }
  }

  #addShrinkwrapped(node: TreeNode, text: string): void {
    const shrinkwrap = shrinkwrappedPackages(text, this.#registry.origins)
    if ('problem' in shrinkwrap)
      return this.#note(
        node.manifest,
        shrinkwrapFile,
        shrinkwrapFile,
        `the file ${shrinkwrap.problem}; the packages that it should pin were resolved from the registry`,
        true,
      )
    node.hasShrinkwrap = true
    this.#add(node, shrinkwrap.packages)
    for (const { path, requested, reason } of shrinkwrap.elsewhere)
      this.#note(node.manifest, path.at(-1) ?? '', requested, reason, true)
    for (const path of shrinkwrap.devOnly) this.#noteIfNeeded(node, path)
  }

  /**
   * Records a problem if a package in the tree needs the one at this path. Like npm, follows package requirements and
   * ignores the shrinkwrap's development flags.
   */
  #noteIfNeeded(owner: TreeNode, path: readonly string[]): void {
    const name = path.at(-1) ?? ''
    const parent = path
      .slice(0, -1)
      .reduce<TreeNode | undefined>((above, folder) => above?.children.get(foldedName(folder)), owner)
    if (parent === undefined) return
    const isNeeded = [...parent.everyNode()].some((node) =>
      [...node.edgesOut.values()].some((edge) => edge.name === name && (edge.to === undefined || node === parent)),
    )
    if (isNeeded)
      this.#note(
        owner.manifest,
        name,
        path.join('/'),
        'the shrinkwrap marks it as a development dependency, but it is also required otherwise',
        true,
      )
  }

  #add(node: TreeNode, packages: readonly ShippedPackage[]): void {
    for (const { path, manifest } of packages) {
      const parent = path
        .slice(0, -1)
        .reduce<TreeNode | undefined>((above, folder) => above?.children.get(foldedName(folder)), node)
      if (parent !== undefined)
        new TreeNode({ name: path.at(-1) ?? '', manifest, isFixed: true, budget: node.budget }).moveTo(parent)
      else
        this.#note(
          node.manifest,
          manifest.name,
          manifest.version,
          `it is in ${path.join('/')}, below a folder that is not a package`,
          true,
        )
    }
  }

  async #fetchFiles(manifest: NpmManifest): Promise<ReadonlyMap<string, SnapshotFile> | undefined> {
    const unread = (reason: string) =>
      this.#note(manifest, manifest.name, manifest.version, `its bundled packages could not be read: ${reason}`, true)
    const lookup = await this.#registry.tarball(manifest.dist, this.#signal)
    if (lookup.status !== 'found') {
      unread(lookup.status === 'not-found' ? 'the npm registry does not have its archive' : lookup.reason)
      return undefined
    }
    try {
      const { files, skipped } = await unpackArchive(
        this.#isolation,
        { what: `the archive of ${manifest.name}@${manifest.version}`, kind: 'tar', packed: lookup.bytes },
        this.#signal,
      )
      const [first] = skipped
      if (first !== undefined)
        unread(`${first.path} ${first.reason}${skipped.length > 1 ? `, and ${skipped.length - 1} more` : ''}`)
      return files
    } catch (error) {
      if (!(error instanceof ScanFailure)) throw error
      unread(error.message)
      return undefined
    }
  }

  #note(owner: NpmManifest, name: string, requested: string, reason: string, isMissing: boolean): void {
    this.problems.push({ owner, name, requested, reason, isMissing })
  }
}
