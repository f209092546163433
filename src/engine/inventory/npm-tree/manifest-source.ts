import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'
import type { NpmRegistry, PackumentLookup } from '../../sources/package-registries/npm-registry.ts'
import { pickNpmVersion, preferredVersion } from '../../sources/package-registries/pick-npm-version.ts'
import { parseRequirement, type Requirement } from './requirement.ts'
import type { LoadFailure } from './load-failure.ts'
import type { OverrideSet } from './override-set.ts'
import { WalkLimitReached } from './walk-budget.ts'

type Loaded = { readonly manifest: NpmManifest } | { readonly failure: LoadFailure }
type RegistryRequirement = Extract<Requirement, { kind: 'registry' }>

const maxAskedFor = 2 * dependencyWalkLimits.maxPackages

/** Changes that a project makes to the requirements in a walk. */
export interface ProjectRules {
  readonly overrides: OverrideSet | undefined
  /** Names that an override may replace. */
  readonly overriddenNames: ReadonlySet<string>
  /** True if peer dependencies are ignored. */
  readonly ignoresPeers: boolean
  /**
   * Returns why the registry must not be asked for a name, as the end of a sentence. Returns undefined if it may be
   * asked.
   */
  readonly refusal: (name: string) => string | undefined
  /**
   * Returns the versions of a package to prefer over newer ones, such as those of a lockfile. Absent if the walk always
   * selects the version that npm selects without a lockfile.
   */
  readonly preferred?: (name: string) => readonly string[]
}

/**
 * Registry manifests for one walk. Requests each package once, as soon as the package is known to be needed, with at
 * most `dependencyWalkLimits.maxConcurrentRequests` concurrent requests. The order in which responses arrive does not
 * affect the walk.
 */
export class ManifestSource {
  readonly #registry: NpmRegistry
  readonly #signal: AbortSignal
  readonly #packuments = new Map<string, Promise<PackumentLookup>>()
  readonly #picks = new Map<string, Promise<Loaded>>()
  readonly #foreseen = new Set<string>()
  readonly #waiting: (() => void)[] = []
  readonly #rules: ProjectRules | undefined
  #running = 0

  constructor(registry: NpmRegistry, signal: AbortSignal, known?: NpmManifest, rules?: ProjectRules) {
    this.#registry = registry
    this.#signal = signal
    this.#rules = rules
    if (known !== undefined) this.#picks.set(`${known.name}@${known.version}`, Promise.resolve({ manifest: known }))
  }

  /** True after the first request to the registry. */
  get hasAsked(): boolean {
    return this.#packuments.size > 0
  }

  /**
   * Returns the version that npm selects for the requirement under `name`. Throws if the signal aborts. Throws
   * WalkLimitReached if the number of requested packages exceeds twice the number that a walk may place.
   */
  async load(name: string, spec: string): Promise<Loaded> {
    const requirement = parseRequirement(name, spec)
    if (requirement.kind !== 'registry') return { failure: { kind: 'unsupported', reason: requirement.reason } }
    if (this.#packuments.size >= maxAskedFor)
      throw new WalkLimitReached(`it depends on more than ${maxAskedFor} packages`)
    return this.#pick(requirement)
  }

  /**
   * Prefetches the dependencies of a package and their dependencies, before they are placed. The tree may already
   * contain some of them in another version.
   */
  foresee({
    dependencies,
    optionalDependencies,
    peerDependencies,
    optionalPeers,
    bundleDependencies,
  }: NpmManifest): void {
    const bundled = new Set(bundleDependencies)
    for (const [name, spec] of [
      ...Object.entries(dependencies),
      ...Object.entries(optionalDependencies),
      ...Object.entries(peerDependencies),
    ]) {
      if (bundled.has(name) || (optionalPeers.has(name) && !(name in dependencies))) continue
      this.#foreseeOne(name, spec)
    }
  }

  #foreseeOne(name: string, spec: string): void {
    // An override may replace the requested package.
    if (this.#rules?.overriddenNames.has(name) === true) return
    const key = `${name}@${spec}`
    if (this.#foreseen.has(key) || this.#packuments.size >= dependencyWalkLimits.maxPackages || this.#signal.aborted)
      return
    this.#foreseen.add(key)
    const requirement = parseRequirement(name, spec)
    if (requirement.kind !== 'registry') return
    const foreseeFurther = (loaded: Loaded): void => {
      if ('manifest' in loaded && !loaded.manifest.hasShrinkwrap) this.foresee(loaded.manifest)
    }
    // Failures are ignored here. If the walk needs the package, `load` reports the failure.
    this.#pick(requirement).then(foreseeFurther, () => undefined)
  }

  #pick({ name, selector }: RegistryRequirement): Promise<Loaded> {
    const key = `${name}@${selector}`
    const pick = this.#picks.get(key) ?? this.#lookUp(name, selector)
    this.#picks.set(key, pick)
    return pick
  }

  async #lookUp(name: string, selector: string): Promise<Loaded> {
    const refusal = this.#rules?.refusal(name)
    if (refusal !== undefined) return { failure: { kind: 'unsupported', reason: refusal } }
    const lookup = await this.#packument(name)
    if (lookup.status === 'not-found')
      return { failure: { kind: 'absent', reason: 'the npm registry does not have it' } }
    // If this scan is denied access, others may still have access to the package.
    if (lookup.status !== 'found') return { failure: { kind: 'unreachable', reason: lookup.reason } }
    const manifest =
      preferredVersion(lookup.packument, selector, this.#rules?.preferred?.(name) ?? []) ??
      pickNpmVersion(lookup.packument, selector)
    return manifest === undefined
      ? { failure: { kind: 'absent', reason: 'no published version matches' } }
      : { manifest: this.#rules === undefined ? manifest : withRules(manifest, this.#rules) }
  }

  #packument(name: string): Promise<PackumentLookup> {
    const packument = this.#packuments.get(name) ?? this.#inTurn(() => this.#registry.packument(name, this.#signal))
    this.#packuments.set(name, packument)
    return packument
  }

  async #inTurn<Result>(request: () => Promise<Result>): Promise<Result> {
    if (this.#running >= dependencyWalkLimits.maxConcurrentRequests)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running += 1
    try {
      this.#signal.throwIfAborted()
      return await request()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }
}

/** Applies a project's rules to a manifest. Overrides apply to requirements, not to manifests. */
export function withRules(manifest: NpmManifest, { ignoresPeers }: Pick<ProjectRules, 'ignoresPeers'>): NpmManifest {
  return ignoresPeers ? { ...manifest, peerDependencies: Object.create(null) } : manifest
}
