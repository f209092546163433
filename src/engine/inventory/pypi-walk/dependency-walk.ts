import type { Isolation } from '../../isolation/isolation.ts'
import { setImmediate } from 'node:timers/promises'
import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import type { PypiIndex } from '../../sources/package-registries/pypi-index.ts'
import type { PythonVersion } from '../../sources/python-packaging/version.ts'
import { isAskedFor, type PythonRequirement } from '../../sources/python-packaging/requirement.ts'
import { pythonTarget } from '../../sources/python-packaging/target-environment.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { WalkBudget, WalkLimitReached } from '../npm-tree/walk-budget.ts'
import type { MetadataReading } from './archived-metadata.ts'
import {
  type Demand,
  demandsOf,
  indexDemands,
  lengthOf,
  type Requirements,
  requirementsOf,
  type Requirer,
  stepsOfDemands,
} from './demand.ts'
import { DemandGraph } from './demand-graph.ts'
import { ForeseenDemands } from './foreseen-demands.ts'
import { MetadataSource } from './metadata-source.ts'
import { type Candidate, suitsTargetPython } from './project-candidates.ts'
import { allowedByAll, selectCandidates } from './selection.ts'
import type { Pin, WalkedDependencies } from './walked-dependencies.ts'

export interface WalkInput {
  /** Runs the child processes that unpack archives without separate metadata. */
  readonly isolation: Isolation
  readonly index: PypiIndex
  readonly signal: AbortSignal
  /** Called with the number of selected packages. */
  readonly onProgress?: ((packages: number) => void) | undefined
  readonly root: { readonly name: string; readonly version: PythonVersion; readonly reading: MetadataReading }
  /** Constraints, which restrict versions but install nothing. */
  readonly constraints?: readonly PythonRequirement[]
  /**
   * Returns why the index must not be asked for a name, phrased as the end of a sentence. Undefined if it may be asked.
   */
  readonly refusal?: (name: string) => string | undefined
}

/**
 * Selects versions as pip does, but without backtracking. Takes the newest version that satisfies all demands so far.
 * If that version's own demands conflict with existing ones, takes an older version. If a later demand excludes the
 * selected version, selects again. Remaining conflicts are reported, because pip itself gives up on exhaustive
 * searches. The result depends only on the state of the index, not on the order of responses.
 */
export async function walkDependencies({
  isolation,
  index,
  signal,
  onProgress,
  root,
  constraints = [],
  refusal,
}: WalkInput): Promise<WalkedDependencies> {
  const finished = new AbortController()
  const source = new MetadataSource(
    { isolation, pypiIndex: index },
    AbortSignal.any([signal, finished.signal]),
    refusal,
  )
  const walk = new Walk(source, root, constraints)
  let limit: string | undefined
  try {
    while (await walk.step()) {
      signal.throwIfAborted()
      onProgress?.(walk.pins.size)
      // Yields, because the loop would block timers and sockets if all responses are already available.
      await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof WalkLimitReached)) throw error
    limit = error.message
  } finally {
    finished.abort(new Error('the walk is finished'))
  }
  return {
    pins: walk.pins,
    graph: walk.graph,
    failures: walk.failures,
    contradictions: walk.contradictions,
    limit,
    hasAskedIndex: source.projects > 0,
  }
}

/** Maximum number of elementary steps (see WalkBudget). A walk of 300 packages takes two million. */
const maxSteps = 50_000_000

/** Maximum number of older versions to try if the newest one conflicts with existing demands. Each costs a request. */
const maxOlderTried = 20

/** Maximum number of times that a package is selected. Real packages are selected again once or twice. */
const maxChoices = 20

class Walk {
  readonly pins = new Map<string, Pin>()
  readonly graph = new DemandGraph()
  readonly failures = new Map<string, string>()
  readonly contradictions = new Map<string, readonly Demand[]>()
  readonly #source: MetadataSource
  readonly #root: Candidate
  readonly #budget = new WalkBudget(maxSteps)
  readonly #foreseen: ForeseenDemands
  readonly #depths = new Map<string, number>()
  readonly #choices = new Map<string, number>()
  /** Names whose demands changed since they were last processed. */
  readonly #open = new Set<string>()
  readonly #constraints: ReadonlyMap<string, readonly Demand[]>

  constructor(
    source: MetadataSource,
    { name, version, reading }: WalkInput['root'],
    constraints: readonly PythonRequirement[],
  ) {
    this.#source = source
    const from = { name, version: version.text }
    const holding = constraints.filter((requirement) => isAskedFor(requirement, pythonTarget.markers, []))
    this.#constraints = Map.groupBy(
      holding.map((requirement) => ({ from, requirement })),
      ({ requirement }) => requirement.name,
    )
    this.#foreseen = new ForeseenDemands(source, name)
    this.#root = { name, version, isYanked: false, files: [] }
    this.#depths.set(name, 0)
    this.#pin(this.#root, new Set(), reading)
  }

  /** Processes the pending name that is nearest to the scanned package. Returns false if no name is pending. */
  async step(): Promise<boolean> {
    const [first] = this.#open
    if (first === undefined) return false
    // Comparing two names costs as much as comparing four versions with their specifiers.
    this.#budget.spend(4 * this.#open.size)
    const isBefore = (a: string, b: string) => (this.#depthOf(a) - this.#depthOf(b) || byBytes(a, b)) < 0
    const name = this.#open.values().reduce((least, other) => (isBefore(other, least) ? other : least), first)
    this.#open.delete(name)
    if (this.#depthOf(name) > dependencyWalkLimits.maxDepth)
      throw new WalkLimitReached(`its dependencies are nested more than ${dependencyWalkLimits.maxDepth} levels deep`)
    const demands = this.graph.on(name)
    this.#budget.spend(demands.length)
    if (demands.length > 0) await this.#choose(name, [...demands, ...(this.#constraints.get(name) ?? [])])
    else if (name !== this.#root.name) this.#unpin(name)
    return true
  }

  async #choose(name: string, demands: readonly Demand[]): Promise<void> {
    const reading = await this.#candidates(name)
    this.failures.delete(name)
    if ('problem' in reading) return this.#fail(name, reading.problem)
    const { allowed, contradicting } = selectCandidates(
      reading.candidates,
      demands,
      (from) => this.#depthOf(from),
      this.#budget,
    )
    this.#noteContradictions(name, contradicting)
    const [newest] = allowed
    // The scanned version is fixed, regardless of its dependencies' demands.
    if (newest === undefined && name === this.#root.name) return
    if (newest === undefined)
      return this.#fail(
        name,
        reading.candidates.length === 0
          ? 'no release can be installed in the target environment'
          : 'no published version matches',
      )
    const extras = new Set(demands.flatMap(({ requirement }) => requirement.extras))
    const pin = this.pins.get(name)
    if (pin !== undefined && allowed.some(({ version }) => version.text === pin.version)) {
      if (extras.symmetricDifference(pin.extras).size > 0) this.#ask({ ...pin, extras })
      return
    }
    const choices = (this.#choices.get(name) ?? 0) + 1
    this.#choices.set(name, choices)
    if (pin !== undefined && choices > maxChoices) return this.#noteContradictions(name, demands)
    const { candidate, metadata } = await this.#suitable(name, newest, allowed, extras)
    this.#pin(candidate, extras, metadata)
  }

  /** Returns the newest candidate whose demands do not conflict with other demands, or else the newest candidate. */
  async #suitable(
    name: string,
    newest: Candidate,
    allowed: readonly Candidate[],
    extras: ReadonlySet<string>,
  ): Promise<{ readonly candidate: Candidate; readonly metadata: MetadataReading }> {
    for (const candidate of allowed.slice(0, maxOlderTried)) {
      const metadata = await this.#source.metadata(candidate)
      // Unreadable metadata is no reason to select a different version, because an installer may be able to read it.
      if ('problem' in metadata || (await this.#suits(name, candidate, metadata, extras)))
        return { candidate, metadata }
    }
    return { candidate: newest, metadata: await this.#source.metadata(newest) }
  }

  async #suits(
    name: string,
    { version }: Candidate,
    reading: Extract<MetadataReading, { metadata: unknown }>,
    extras: ReadonlySet<string>,
  ): Promise<boolean> {
    if (!suitsTargetPython(reading.metadata.requiresPython)) return false
    const requirements = this.#requirementsOf(reading)
    // Returns false because pip skips versions whose metadata it cannot parse.
    if (requirements.invalid.length > 0) return false
    const demands = indexDemands(this.#demandsOf({ name, version: version.text }, requirements, extras))
    this.#foreseen.ask(demands)
    for (const [target, asked] of Map.groupBy(demands, ({ requirement }) => requirement.name)) {
      if (target === name) continue
      const candidates = await this.#candidates(target)
      if ('problem' in candidates) continue
      const others = [...this.graph.onWithout(target, name), ...(this.#constraints.get(target) ?? [])]
      this.#budget.spend(others.length)
      const isAllowed = (demands: readonly Demand[]) =>
        allowedByAll(candidates.candidates, demands, this.#budget).length > 0
      // If the other demands already conflict with each other, no candidate can resolve the conflict.
      if (!isAllowed([...others, ...asked]) && (!isAllowed(asked) || isAllowed(others))) return false
    }
    return true
  }

  async #candidates(
    name: string,
  ): Promise<{ readonly candidates: readonly Candidate[] } | { readonly problem: string }> {
    if (name === this.#root.name) return { candidates: [this.#root] }
    if (this.#source.projects >= 2 * dependencyWalkLimits.maxPackages)
      throw new WalkLimitReached(`it depends on more than ${2 * dependencyWalkLimits.maxPackages} packages`)
    return this.#source.candidates(name)
  }

  #pin({ name, version }: Candidate, extras: ReadonlySet<string>, reading: MetadataReading): void {
    if (!this.pins.has(name) && this.pins.size >= dependencyWalkLimits.maxPackages)
      throw new WalkLimitReached(`it has more than ${dependencyWalkLimits.maxPackages} packages`)
    const requirements =
      'problem' in reading ? { requirements: [], invalid: [], length: 0 } : this.#requirementsOf(reading)
    this.#ask({
      name,
      version: version.text,
      extras,
      requirements,
      problem: 'problem' in reading ? reading.problem : undefined,
      license: 'problem' in reading ? undefined : reading.metadata.license,
    })
  }

  /** Pins a version and adds its demands. */
  #ask(pin: Omit<Pin, 'demands'>): void {
    const demands = this.#demandsOf(pin, pin.requirements, pin.extras)
    this.pins.set(pin.name, { ...pin, demands })
    const depth = this.#depthOf(pin.name) + 1
    for (const { requirement } of demands)
      if (!this.#depths.has(requirement.name)) this.#depths.set(requirement.name, depth)
    const asked = indexDemands(demands)
    this.#foreseen.ask(asked)
    const before = this.graph.targetsOf(pin.name)
    for (const changed of this.graph.replace(pin.name, asked)) this.#open.add(changed)
    if (before.isSubsetOf(this.graph.targetsOf(pin.name))) return
    // Removes unreachable packages. Otherwise, unreachable cycles would keep their demands.
    const reached = this.graph.reachableFrom(this.#root.name, this.#budget)
    for (const name of this.pins.keys()) if (!reached.has(name)) this.#unpin(name)
  }

  #unpin(name: string): void {
    this.pins.delete(name)
    this.failures.delete(name)
    this.contradictions.delete(name)
    for (const changed of this.graph.replace(name, [])) this.#open.add(changed)
  }

  #fail(name: string, reason: string): void {
    this.#unpin(name)
    this.failures.set(name, reason)
  }

  #noteContradictions(name: string, contradicting: readonly Demand[]): void {
    if (contradicting.length > 0) this.contradictions.set(name, contradicting)
    else this.contradictions.delete(name)
  }

  #requirementsOf({ metadata }: Extract<MetadataReading, { metadata: unknown }>): Requirements {
    this.#budget.spend(lengthOf(metadata.requiresDist))
    return requirementsOf(metadata)
  }

  #demandsOf({ name, version }: Requirer, requirements: Requirements, extras: ReadonlySet<string>): readonly Demand[] {
    this.#budget.spend(stepsOfDemands(requirements.length, extras.size))
    return demandsOf({ name, version }, requirements, extras)
  }

  #depthOf(name: string): number {
    return this.#depths.get(name) ?? Infinity
  }
}
