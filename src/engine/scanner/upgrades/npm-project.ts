import { dirname } from 'node:path/posix'
import semver from 'semver'
import type { TreeEdge } from '../../inventory/npm-tree/tree-node.ts'
import type { NpmInstallOptions } from '../../inventory/resolution/npm-install-options.ts'
import type { PrivateNames } from '../../inventory/resolution/private-names.ts'
import { resolveNpmTree } from '../../inventory/resolution/resolve-npm.ts'
import type { NpmProjectRequest, WantedNpm } from '../../inventory/resolution/wanted-npm.ts'
import { WalkLimitReached } from '../../inventory/npm-tree/walk-budget.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import type { Component } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import type { RequirementEdit } from '../../model/upgrade-plan.ts'
import type { NpmRegistry } from '../../sources/package-registries/npm-registry.ts'
import { changedRequirement, requiredPackage } from './npm-requirement.ts'
import { type NpmTree, npmTree } from './npm-tree.ts'
import type {
  DirectDependency,
  OfferedVersion,
  ResolvedTree,
  TreeChanges,
  UpgradableProject,
} from './upgradable-project.ts'

export interface NpmProjectInput {
  readonly isolation: Isolation
  readonly signal: AbortSignal
  readonly registry: NpmRegistry
  readonly wanted: WantedNpm
  /** Names of packages that are published, also if a project in the folder has the same name. */
  readonly published?: ReadonlySet<string>
  readonly names: PrivateNames
  readonly options: NpmInstallOptions
  readonly lockfile: string | undefined
  readonly locked: readonly Component[] | undefined
  /** Contents of the manifests and the lockfile, by path. */
  readonly contents: ReadonlyMap<string, Buffer>
}

/** Fields of a manifest whose requirements can be changed. */
export const changeableParts = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** An npm project, with or without a lockfile. */
export class NpmProject implements UpgradableProject {
  readonly ecosystem = 'npm' as const
  readonly canOverride: boolean
  readonly manifest: string
  readonly lockfile: string | undefined
  readonly locked: readonly Component[] | undefined
  readonly directs: ReadonlyMap<string, DirectDependency>
  readonly contents: ReadonlyMap<string, Buffer>
  readonly #input: NpmProjectInput
  readonly #lockedVersions: ReadonlyMap<string, readonly string[]>
  /** True if npm refuses to install the project as it is, so its users must ignore peer dependencies too. */
  #isRefused = false

  constructor(input: NpmProjectInput) {
    const { wanted, lockfile, locked } = input
    this.#input = input
    this.manifest = wanted.path
    this.lockfile = lockfile
    this.contents = input.contents
    this.locked = locked
    this.#lockedVersions = new Map(
      [...Map.groupBy(locked ?? [], ({ name }) => name)].map(([name, copies]) => [
        name,
        copies.map(({ version }) => version),
      ]),
    )
    this.directs = directsOf(wanted)
    this.canOverride = readsOverrides(lockfile, input.contents.get(wanted.path)?.toString('utf8') ?? '')
  }

  get caveats(): readonly string[] {
    return this.#isRefused
      ? [
          'npm refuses the peer dependencies of this project (ERESOLVE). The plan ignores them, as ' +
            '--legacy-peer-deps does.',
        ]
      : []
  }

  async resolve(changes: TreeChanges): Promise<NpmTree> {
    const tree = await this.#resolve(changes)
    const isUnchanged = [changes.released, changes.upgraded, changes.overridden].every(({ size }) => size === 0)
    if (this.#isRefused || !isUnchanged || tree.walked === undefined || tree.walked.refused.size === 0) return tree
    this.#isRefused = true
    return this.#resolve(changes)
  }

  async #resolve(changes: TreeChanges): Promise<NpmTree> {
    const { isolation, signal, registry: npmRegistry, names } = this.#input
    const options = { ...this.#input.options, ...(this.#isRefused && { ignoresPeers: true }) }
    const changed = withChanges(this.#input.wanted, changes)
    const { published = new Set() } = this.#input
    const wanted = { ...changed, localNames: changed.localNames.filter((name) => !published.has(name)) }
    try {
      const { walked, installation } = await resolveNpmTree(
        { isolation, signal },
        { npmRegistry, takenAt: new Date(0) },
        wanted,
        {
          names,
          options,
          preferred: (name) => {
            const locked = changes.released.has(name) ? [] : (this.#lockedVersions.get(name) ?? [])
            const chosen = [...changes.upgraded].filter(([direct]) => this.directs.get(direct)?.package === name)
            return [...locked, ...chosen.map(([, version]) => version)]
          },
        },
      )
      return npmTree(walked, installation)
    } catch (error) {
      if (signal.aborted || !(error instanceof WalkLimitReached)) throw error
      return npmTree(undefined, {
        components: [],
        unresolved: [{ name: this.manifest, requested: '', requiredBy: '', reason: error.message }],
        complete: false,
        hasAsked: true,
      })
    }
  }

  async versionsOf(name: string): Promise<readonly OfferedVersion[]> {
    const lookup = await this.#input.registry.packument(name, this.#input.signal)
    if (lookup.status !== 'found') return []
    return Object.values(lookup.packument.versions)
      .filter(({ version }) => semver.prerelease(version, true) === null)
      .sort((a, b) => semver.compare(a.version, b.version, true))
      .map(({ version, deprecated }) => ({
        version,
        discouraged: deprecated === undefined ? undefined : { reason: 'deprecated', message: deprecated },
      }))
  }

  compare(a: string, b: string): number {
    return semver.compare(a, b, true)
  }

  majorOf(version: string): string {
    return String(semver.parse(version, true)?.major ?? version)
  }

  componentOf(name: string, version: string): Component {
    const purl = packageUrl('npm', name, version)
    return { purl, name, version, ecosystem: 'npm', direct: false, dev: false, introducedBy: [] }
  }

  editsFor(name: string, version: string): readonly RequirementEdit[] {
    return [this.#input.wanted, ...this.#input.wanted.members].flatMap((request) =>
      changeableParts.flatMap((part) => {
        const from = request[part][name]
        const to = from === undefined ? undefined : changedRequirement(from, version)
        if (from === undefined || to === undefined || to === from) return []
        const line = request.lines?.[name]
        return [{ path: request.path, part, name, from, to, ...(line !== undefined && { line }) }]
      }),
    )
  }

  overrideSelector(name: string, version: string, { components }: ResolvedTree): string | undefined {
    const { overrides, members } = this.#input.wanted
    const isRequested = [this.#input.wanted, ...members].some((request) =>
      [...changeableParts, 'peerDependencies' as const].some((part) => Object.hasOwn(request[part], name)),
    )
    if (isRequested || overrides.changesOwnRequests) return undefined
    if (this.isOverridden(name)) return undefined
    const majors = new Set(
      components.filter((other) => other.name === name).map((other) => this.majorOf(other.version)),
    )
    return majors.size > 1 ? `${name}@${this.majorOf(version)}` : name
  }

  /** Reports whether an edge is a development dependency of the project or of a workspace member. */
  isDevelopment({ from, name }: TreeEdge): boolean {
    if (!from.isOwn) return false
    const { wanted } = this.#input
    const member = wanted.members.find(({ path }) => dirname(path) === from.memberFolder)
    const { dependencies, optionalDependencies, peerDependencies, devDependencies } = member ?? wanted
    const others = [dependencies, optionalDependencies, peerDependencies]
    return Object.hasOwn(devDependencies, name) && !others.some((part) => Object.hasOwn(part, name))
  }

  /** Manifests of the project and its workspace members. The folder of the project is empty. */
  get folders(): readonly { readonly folder: string; readonly path: string }[] {
    const { wanted } = this.#input
    return [{ folder: '', path: wanted.path }, ...wanted.members.map(({ path }) => ({ folder: dirname(path), path }))]
  }

  /** Reports whether the overrides of the project name a package. */
  isOverridden(name: string): boolean {
    const { rules } = this.#input.wanted.overrides
    return rules.some(({ keys }) => keys.some((key) => key === name || key.startsWith(`${name}@`)))
  }

  get registry(): NpmRegistry {
    return this.#input.registry
  }

  overrideEdit(selector: string, version: string): RequirementEdit {
    return { path: this.manifest, part: 'overrides', name: selector, from: '', to: version }
  }
}

/** Reports whether npm installs the project. Yarn and pnpm do not read `overrides`. */
const readsOverrides = (lockfile: string | undefined, manifest: string): boolean =>
  (lockfile === undefined || npmLockfiles.includes(lockfile)) &&
  !/"packageManager"\s*:\s*"(?:yarn|pnpm)@/.test(manifest)

/** Lockfiles of npm, which are at the top of a project. */
export const npmLockfiles: readonly string[] = ['package-lock.json', 'npm-shrinkwrap.json']

function directsOf(wanted: WantedNpm): ReadonlyMap<string, DirectDependency> {
  const own = new Set(wanted.localNames)
  const directs = new Map<string, DirectDependency>()
  /** Names that are aliases of several packages in the workspace. */
  const ambiguous = new Set<string>()
  for (const request of [wanted, ...wanted.members])
    for (const part of changeableParts)
      for (const [name, spec] of Object.entries(request[part])) {
        if (own.has(name)) continue
        const before = directs.get(name)
        const installed = requiredPackage(name, spec)
        if (before !== undefined && before.package !== installed) ambiguous.add(name)
        const isDevelopment = part === 'devDependencies' && before?.isDevelopment !== false
        directs.set(name, { name, package: installed, isDevelopment })
      }
  for (const name of ambiguous) directs.delete(name)
  return directs
}

function withChanges(wanted: WantedNpm, { upgraded, overridden }: TreeChanges): WantedNpm {
  const rules = [...overridden].map(([selector, value]) => ({ keys: [selector], value }))
  return {
    ...withRequirements(wanted, upgraded),
    kind: 'npm',
    members: wanted.members.map((member) => withRequirements(member, upgraded)),
    overrides: { ...wanted.overrides, rules: [...wanted.overrides.rules, ...rules] },
    localNames: wanted.localNames,
  }
}

function withRequirements<Request extends NpmProjectRequest>(
  request: Request,
  upgraded: ReadonlyMap<string, string>,
): Request {
  if (upgraded.size === 0) return request
  const changed = (part: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(part).map(([name, spec]) => {
        const version = upgraded.get(name)
        return [name, version === undefined ? spec : (changedRequirement(spec, version) ?? spec)]
      }),
    )
  return {
    ...request,
    dependencies: changed(request.dependencies),
    devDependencies: changed(request.devDependencies),
    optionalDependencies: changed(request.optionalDependencies),
  }
}
