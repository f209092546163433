import semver from 'semver'
import type { CrateLookup, CratesIndex, CrateVersion } from '../../sources/package-registries/crates-index.ts'
import { type CargoEdge, CargoNode, type FeatureBudget } from './cargo-node.ts'
import { SelectionWork } from './selection-work.ts'

/** Maximum number of crates in an installation. A large application has 1,000. */
const maxCrates = 5_000
const maxSteps = 5_000_000
/** Cost of comparing a version with a requirement, measured in visited edges. */
const workPerVersion = 20
/** Maximum number of restarts after a conflict. Projects need fewer than five. */
const maxAttempts = 40
/** Maximum number of concurrent requests to the index. */
const maxConcurrent = 16

/** A dependency for which no version could be selected. */
export interface CargoGap {
  readonly from: CargoNode
  readonly edge: CargoEdge
  readonly reason: string
}

export interface CargoSelection {
  readonly nodes: readonly CargoNode[]
  readonly gaps: readonly CargoGap[]
  readonly hasAsked: boolean
}

export interface CargoRules {
  readonly index: CratesIndex
  readonly signal: AbortSignal
  /** Creates the project crates. Called for each attempt. */
  locals(budget: FeatureBudget): { readonly roots: readonly CargoNode[]; readonly byFolder: Map<string, CargoNode> }
  /** Lowest Rust version supported by the project. Set only if the resolver prefers crates that support it. */
  readonly rustVersion: string | undefined
  /** Returns why the index must not be asked for a name. */
  refusal(name: string): string | undefined
  onProgress(crates: number): void
}

/**
 * Selects crates as Cargo does: the dependency with the fewest candidates first, in its highest version, and one
 * version per semver-compatible range. After a conflict, restarts and takes the unsatisfied requirement into account.
 * Throws only if the signal aborts.
 */
export async function selectCrates(rules: CargoRules): Promise<CargoSelection> {
  const shared: Shared = { lookups: new Map(), matches: new Map(), work: new SelectionWork(rules.signal) }
  const learned = new Map<string, Set<string>>()
  for (let attempt = 1; ; attempt += 1) {
    const selection = new Selection(rules, shared, learned)
    const conflict = await selection.run()
    const known = conflict && (learned.get(conflict.range) ?? new Set())
    if (conflict === undefined || known === undefined) return selection.result()
    if (known.has(conflict.requirement) || attempt >= maxAttempts) {
      // No version satisfies all requirements. The first unsatisfied requirement is listed as a gap, and everything
      // else is kept.
      learned.delete(conflict.range)
      const last = new Selection(rules, shared, learned)
      await last.run({ isLast: true })
      return last.result()
    }
    learned.set(conflict.range, known.add(conflict.requirement))
  }
}

/** State shared by all attempts of an installation. */
interface Shared {
  readonly lookups: Map<string, Promise<CrateLookup>>
  /** Candidates by crate and requirement. */
  readonly matches: Map<string, readonly CrateVersion[]>
  readonly work: SelectionWork
}

const tooMany = 'the project has too many crates; commit a lockfile'

interface Open {
  readonly from: CargoNode
  readonly edge: CargoEdge
  readonly candidates: readonly CrateVersion[]
}

interface Conflict {
  /** Crate and semver-compatible range. */
  readonly range: string
  readonly requirement: string
}

class Selection {
  readonly #rules: CargoRules
  readonly #shared: Shared
  readonly #learned: ReadonlyMap<string, ReadonlySet<string>>
  readonly #byRange = new Map<string, CargoNode>()
  readonly #gaps: CargoGap[] = []
  readonly #byFolder: Map<string, CargoNode>
  readonly #budget: FeatureBudget = { left: maxSteps }
  readonly #seen = new Map<CargoNode, Set<CargoEdge>>()
  readonly #open: Open[] = []
  #todo: CargoNode[]
  #active = 0
  readonly #waiting: (() => void)[] = []

  constructor(rules: CargoRules, shared: Shared, learned: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#rules = rules
    this.#shared = shared
    this.#learned = learned
    const { roots, byFolder } = rules.locals(this.#budget)
    this.#byFolder = byFolder
    this.#todo = [...roots]
  }

  /** Runs the selection. If a conflict stopped it, returns the conflict. */
  async run({ isLast = false } = {}): Promise<Conflict | undefined> {
    for (;;) {
      await this.#expand()
      this.#rules.signal.throwIfAborted()
      if (this.#shared.work.isUsedUp) return this.#giveUp()
      const open = this.#next()
      if (open === undefined) return undefined
      const conflict = this.#select(open)
      if (conflict === undefined) continue
      if (!isLast) return conflict
      const { from, edge } = open
      this.#gaps.push({ from, edge, reason: 'its versions conflict with those that other crates require' })
    }
  }

  result(): CargoSelection {
    return {
      nodes: [...new Set([...this.#byFolder.values(), ...this.#byRange.values()])],
      gaps: this.#gaps,
      hasAsked: this.#shared.lookups.size > 0,
    }
  }

  /** Records a gap for everything that has no version yet. */
  #giveUp(): undefined {
    for (const { from, edge } of this.#open.splice(0)) this.#gaps.push({ from, edge, reason: tooMany })
    for (const from of new Set(this.#todo))
      for (const edge of from.openEdges())
        if (this.#seen.get(from)?.has(edge) !== true) this.#gaps.push({ from, edge, reason: tooMany })
  }

  /** Finds the dependencies of nodes that changed. */
  async #expand(): Promise<void> {
    while (this.#todo.length > 0 && !this.#shared.work.isUsedUp) {
      const nodes = new Set(this.#todo)
      this.#todo = []
      let work = this.#open.length / 8
      const found: Promise<Open | undefined>[] = []
      for (const node of nodes) {
        work += node.edges.length
        const seen = this.#seen.get(node) ?? new Set()
        this.#seen.set(node, seen)
        for (const edge of node.openEdges()) {
          if (seen.has(edge)) continue
          seen.add(edge)
          found.push(this.#look(node, edge))
        }
        this.#todo.push(...node.passOn())
      }
      for (const open of await Promise.all(found)) if (open !== undefined) this.#open.push(open)
      await this.#shared.work.spend(work)
    }
  }

  async #look(from: CargoNode, edge: CargoEdge): Promise<Open | undefined> {
    const fail = (reason: string) => void this.#gaps.push({ from, edge, reason })
    if (edge.folder !== undefined) {
      const local = this.#byFolder.get(edge.folder)
      if (local === undefined) fail('its folder in the project has no readable Cargo.toml')
      else this.#link(from, edge, local)
      return undefined
    }
    const refusal = edge.isElsewhere
      ? 'it comes from another registry, which Assay does not contact'
      : this.#rules.refusal(edge.name)
    if (refusal !== undefined) return fail(refusal)
    if (this.#byRange.size >= maxCrates || this.#budget.left < 0) return fail(tooMany)
    const lookup = this.#shared.lookups.get(edge.name) ?? this.#ask(edge.name)
    this.#shared.lookups.set(edge.name, lookup)
    const answer = await lookup
    const candidates = answer.status === 'found' ? await this.#candidates(edge, answer.versions) : []
    if (candidates === undefined) return fail(tooMany)
    return candidates.length > 0 ? { from, edge, candidates } : fail(reasonOf(answer))
  }

  async #ask(name: string): Promise<CrateLookup> {
    if (this.#active >= maxConcurrent) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#active += 1
    try {
      return await this.#rules.index.versions(name, this.#rules.signal)
    } finally {
      this.#active -= 1
      this.#waiting.shift()?.()
    }
  }

  /** Returns the candidates for the next pending dependency, or undefined if no dependency is pending. */
  async #candidates(
    { name, requirement }: CargoEdge,
    versions: readonly CrateVersion[],
  ): Promise<readonly CrateVersion[] | undefined> {
    const key = `${name} ${requirement}`
    const known = this.#shared.matches.get(key)
    if (known !== undefined) return known
    await this.#shared.work.spend(versions.length * workPerVersion)
    if (this.#shared.work.isUsedUp) return undefined
    const range = requirementOf(requirement)
    const matching = range === undefined ? [] : this.#matching(versions, range)
    this.#shared.matches.set(key, matching)
    return matching
  }

  /** Returns matching versions, highest first. Versions that need a newer Rust version are last. */
  #matching(versions: readonly CrateVersion[], range: semver.Range): CrateVersion[] {
    const { rustVersion } = this.#rules
    const isTooNew = ({ rustVersion: needed }: CrateVersion): number =>
      Number(rustVersion !== undefined && needed !== undefined && isNewer(needed, rustVersion))
    return versions
      .filter(({ version, yanked }) => !yanked && range.test(version))
      .sort((a, b) => isTooNew(a) - isTooNew(b) || semver.rcompare(a.version, b.version))
  }

  #next(): Open | undefined {
    let best = 0
    for (let index = 1; index < this.#open.length; index += 1)
      if ((this.#open[index]?.candidates.length ?? 0) < (this.#open[best]?.candidates.length ?? 0)) best = index
    return this.#open.splice(best, 1)[0]
  }

  #select(open: Open): Conflict | undefined {
    const { from, edge, candidates } = open
    for (const candidate of candidates) {
      const range = rangeOf(candidate)
      const selected = this.#byRange.get(range)
      if (selected !== undefined && selected.version !== candidate.version) continue
      const isAllowed = [...(this.#learned.get(range) ?? [])].every((requirement) =>
        semver.satisfies(candidate.version, requirementOf(requirement) ?? '<0.0.0-0'),
      )
      if (selected === undefined && !isAllowed) continue
      this.#link(from, edge, selected ?? this.#add(range, candidate))
      return undefined
    }
    const [first] = candidates
    return { range: first === undefined ? edge.name : rangeOf(first), requirement: edge.requirement }
  }

  #add(range: string, { name, version, dependencies, features }: CrateVersion): CargoNode {
    const node = new CargoNode({ name, version, features, edges: dependencies.filter(({ dev }) => !dev) }, this.#budget)
    this.#byRange.set(range, node)
    this.#rules.onProgress(this.#byRange.size)
    return node
  }

  #link(from: CargoNode, edge: CargoEdge, target: CargoNode): void {
    from.link(edge, target)
    this.#todo.push(from, target)
  }
}

/** Returns the semver-compatible range of a version: versions with the same leftmost nonzero number. */
function rangeOf({ name, version }: CrateVersion): string {
  const { major, minor, patch } = new semver.SemVer(version)
  return `${name} ${major > 0 ? major : minor > 0 ? `0.${minor}` : `0.0.${patch}`}`
}

/**
 * Parses a comma-separated list of comparators, in which a bare version means `^`. Returns undefined if it is invalid.
 */
function requirementOf(text: string): semver.Range | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > 32) return undefined
  const range = parts.map((part) => (/^\d/.test(part) && !/[*xX]/.test(part) ? `^${part}` : part)).join(' ')
  try {
    return new semver.Range(range)
  } catch {
    return undefined
  }
}

function isNewer(needed: string, supported: string): boolean {
  const [a, b] = [semver.coerce(needed), semver.coerce(supported)]
  return a !== null && b !== null && semver.gt(a, b)
}

function reasonOf(answer: CrateLookup): string {
  if (answer.status === 'not-found') return 'the crates index does not have it'
  return answer.status === 'found' ? 'no version in the crates index satisfies the requirement' : answer.reason
}
