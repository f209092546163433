import { setImmediate } from 'node:timers/promises'
import type { Isolation } from '../isolation/isolation.ts'
import type { SnapshotFile } from '../model/snapshot.ts'
import { type NpmManifest, npmManifest } from '../sources/package-registries/npm-packument.ts'
import type { NpmRegistry } from '../sources/package-registries/npm-registry.ts'
import { ManifestSource, type ProjectRules, withRules } from './npm-tree/manifest-source.ts'
import { ShippedPackagesLoader } from './npm-tree/shipped-packages-loader.ts'
import { type TreeEdge, TreeNode } from './npm-tree/tree-node.ts'
import { TreeWalk } from './npm-tree/tree-walk.ts'
import { WalkBudget, WalkLimitReached } from './npm-tree/walk-budget.ts'

export interface WalkInput {
  /** Runs the child processes that unpack archives with bundled packages. */
  readonly isolation: Isolation
  readonly registry: NpmRegistry
  readonly signal: AbortSignal
  /** Called with the number of placed packages. */
  readonly onProgress?: ((packages: number) => void) | undefined
  /** Registry metadata of the package to install, and the files of its archive. */
  readonly manifest: NpmManifest
  readonly files: ReadonlyMap<string, SnapshotFile>
}

/** A dependency tree as npm would build it, and the parts that are missing. */
export interface WalkedTree {
  /** The empty project that the package is installed into. */
  readonly root: TreeNode
  readonly shipped: ShippedPackagesLoader
  /** Conflicting peer dependencies. They make npm refuse to install without `--force`. */
  readonly refused: ReadonlySet<TreeEdge>
  /** Limit that stopped the walk early, phrased as the end of a sentence about the package. */
  readonly limit: string | undefined
  /**
   * Packages that were placed and later removed. Filled only if a limit was reached: otherwise, an attacker could
   * exceed a limit on purpose and so choose which packages remain in the tree.
   */
  readonly displaced: ReadonlySet<NpmManifest>
  readonly hasAskedRegistry: boolean
}

/**
 * Builds the tree that `npm install NAME@VERSION` builds in an empty project, for all platforms. It uses only registry
 * metadata and executes nothing. The result depends only on the state of the registry, not on the order of responses.
 * The algorithm is that of `build-ideal-tree.js` in @npmcli/arborist 9.9: breadth first, and alphabetical within a
 * level.
 *
 * This is a port because arborist 9.9.1 is not safe with hostile registries:
 * - It has no limit on steps, packages, or depth. Conflicting peers keep `buildIdealTree` in a loop that never yields
 *   to timers, so no timeout stops it: 2 of 300 random registries (seeds 10 and 264 of `random-registry.ts`) did not
 *   return in 25 s.
 * - It fetches through pacote. Pacote requests the full document of each package instead of the abbreviated one, reads
 *   it without a size limit, and writes a cache to disk.
 * - A required package for a different platform makes it fail (EBADPLATFORM) unless `force` is set.
 *
 * `npm-placement.test.ts` places the packages of 200 random registries with both and compares every folder.
 */
export async function walkNpmInstall({
  isolation,
  registry,
  signal,
  onProgress,
  manifest,
  files,
}: WalkInput): Promise<WalkedTree> {
  using finished = new FinishedWalk(signal)
  const root = new TreeNode({
    name: '',
    manifest: npmManifest('', '', { dependencies: { [manifest.name]: manifest.version } }),
    budget: new WalkBudget(),
  })
  return await runWalk({
    root,
    manifests: new ManifestSource(registry, finished.signal, manifest),
    shipped: new ShippedPackagesLoader({ isolation, registry }, signal, manifest, files),
    isExplicit: true,
    signal,
    onProgress,
  })
}

/** A project and its workspace members. */
export interface ProjectWalkInput extends Pick<WalkInput, 'isolation' | 'onProgress' | 'registry' | 'signal'> {
  /** The project's dependencies, including development dependencies. */
  readonly manifest: NpmManifest
  readonly members: readonly { readonly folder: string; readonly name: string; readonly manifest: NpmManifest }[]
  readonly rules: ProjectRules
}

/**
 * Like `walkNpmInstall`, but builds the tree that `npm install` builds for a project without a lockfile. Workspace
 * members are children of the root, which is where npm links them.
 */
export async function walkNpmProject({
  isolation,
  registry,
  signal,
  onProgress,
  manifest,
  members,
  rules,
}: ProjectWalkInput): Promise<WalkedTree> {
  using finished = new FinishedWalk(signal)
  const budget = new WalkBudget()
  const root = new TreeNode({ name: '', manifest: withRules(manifest, rules), overrides: rules.overrides, budget })
  const nodes = members.map(
    ({ folder, name, manifest: ofMember }) =>
      new TreeNode({
        name,
        manifest: withRules(ofMember, rules),
        parent: root,
        isFixed: true,
        memberFolder: folder,
        budget,
      }),
  )
  return await runWalk({
    root,
    members: nodes,
    manifests: new ManifestSource(registry, finished.signal, undefined, rules),
    shipped: new ShippedPackagesLoader({ isolation, registry }, signal, manifest, new Map()),
    isExplicit: false,
    signal,
    onProgress,
  })
}

interface RunInput extends Pick<WalkInput, 'onProgress' | 'signal'> {
  readonly root: TreeNode
  /** Workspace members. As in npm, they are visited after the root's own dependencies. */
  readonly members?: readonly TreeNode[]
  readonly manifests: ManifestSource
  readonly shipped: ShippedPackagesLoader
  readonly isExplicit: boolean
}

async function runWalk({
  root,
  members = [],
  manifests,
  shipped,
  isExplicit,
  signal,
  onProgress,
}: RunInput): Promise<WalkedTree> {
  const walk = new TreeWalk(root, manifests, shipped, isExplicit)
  const waiting = [members]
  let limit: string | undefined
  try {
    for (let steps = 1; (await walk.step()) || walk.visit(waiting.pop() ?? []); steps += 1) {
      signal.throwIfAborted()
      onProgress?.(root.treeSize - 1)
      // Yields, because the loop would block timers and sockets if all responses are already available.
      if (steps % stepsPerBreath === 0) await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof WalkLimitReached)) throw error
    limit = error.message
  }
  limit ??= walk.peerLimit
  return {
    root,
    shipped,
    refused: walk.refused,
    limit,
    displaced: limit === undefined ? new Set() : walk.everPlaced,
    hasAskedRegistry: manifests.hasAsked,
  }
}

const stepsPerBreath = 20

/** Cancels prefetch requests that the walk did not need. */
class FinishedWalk {
  readonly #finished = new AbortController()
  readonly signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#finished.signal])
  }

  [Symbol.dispose](): void {
    this.#finished.abort(new Error('the walk is finished'))
  }
}
