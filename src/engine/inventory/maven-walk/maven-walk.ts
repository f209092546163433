import { setImmediate } from 'node:timers/promises'
import type { PomCoordinates } from '../../sources/package-registries/maven-repository.ts'
import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import { type WalkBudget, WalkLimitReached } from '../npm-tree/walk-budget.ts'
import { type Described, describeArtifact } from './describe-artifact.ts'
import type { EffectivePom, EffectivePoms } from './effective-pom.ts'
import { type Exclusions, excludes, withExclusions } from './exclusions.ts'
import { keyOf, type MavenDependency } from './maven-dependency.ts'
import type { PomSource } from './pom-source.ts'
import { allowsVersion, parseRanges, type VersionRanges } from './version-range.ts'

/** An artifact in the dependency tree. */
export interface MavenNode {
  readonly key: string
  readonly coordinates: PomCoordinates
  readonly depth: number
  /** True for a project in the scanned source, which is not a component. */
  readonly isOwn: boolean
  /** Dependencies declared by this node, by key, with their declared scope. */
  readonly edges: { readonly key: string; readonly scope: string }[]
  /** Why its dependencies are unknown, phrased as the end of a sentence. */
  readonly problem?: string
}

/** A dependency whose version could not be resolved. */
export interface MavenGap {
  readonly name: string
  readonly requested: string
  /** The node that requires it. */
  readonly from: MavenNode
  readonly reason: string
  readonly line?: number
}

export interface MavenTree {
  readonly root: MavenNode
  /** Nodes by key, in selection order. */
  readonly nodes: ReadonlyMap<string, MavenNode>
  readonly gaps: readonly MavenGap[]
  /** Limit that stopped the walk early, phrased as the end of a sentence about the project. */
  readonly limit: string | undefined
}

export interface MavenWalkInput {
  readonly source: PomSource
  readonly poms: EffectivePoms
  readonly budget: WalkBudget
  readonly signal: AbortSignal
  readonly root: EffectivePom
  readonly onProgress?: ((packages: number) => void) | undefined
}

/**
 * Maximum number of walks. A walk is repeated if a range excludes a version that was selected before the range was
 * found.
 */
const maxAttempts = 10

/** Packaging types that bundle their dependencies. */
const selfContained: ReadonlySet<string> = new Set(['war', 'ear', 'rar', 'par'])

/**
 * Selects versions as Maven 3 does: the nearest declaration of an artifact, and the first one at equal depth. The
 * project's dependency management applies at all depths. A dependency's own management applies only to its own
 * declarations. See https://maven.apache.org/guides/introduction/introduction-to-dependency-mechanism.html
 */
export async function walkMaven(input: MavenWalkInput): Promise<MavenTree> {
  const ranges = new Map<string, VersionRanges[]>()
  for (let attempt = 1; ; attempt += 1) {
    const walk = new Walk(input, ranges)
    const tree = await walk.run()
    if (walk.conflicts.size === 0 || attempt === maxAttempts) return tree
    for (const [key, added] of walk.conflicts) ranges.set(key, [...(ranges.get(key) ?? []), ...added])
  }
}

const conflicting = 'it conflicts with a version range of another dependency'

/** A declaration that may become a node. */
interface Candidate {
  readonly from: MavenNode
  readonly dependency: MavenDependency
  readonly exclusions: Exclusions
}

/** A node whose dependencies are pending. */
interface Open {
  readonly node: MavenNode
  readonly pom: EffectivePom
  readonly exclusions: Exclusions
}

class Walk {
  /** Ranges, by key, that exclude a version selected in an earlier walk. */
  readonly conflicts = new Map<string, VersionRanges[]>()
  readonly #input: MavenWalkInput
  readonly #ranges: ReadonlyMap<string, readonly VersionRanges[]>
  readonly #root: MavenNode
  readonly #nodes = new Map<string, MavenNode>()
  /** Keys of relocated artifacts, mapped to the keys of their new coordinates. */
  readonly #moved = new Map<string, string>()
  readonly #gaps: MavenGap[] = []
  readonly #seenRanges: { readonly key: string; readonly ranges: VersionRanges }[] = []
  /** Declarations whose version is excluded by another declaration's range. */
  readonly #excluded = new Map<string, MavenGap>()

  constructor(input: MavenWalkInput, ranges: ReadonlyMap<string, readonly VersionRanges[]>) {
    this.#input = input
    this.#ranges = ranges
    const { coordinates } = input.root
    const key = keyOf({ ...coordinates, type: 'jar', classifier: '' })
    this.#root = { key, coordinates, depth: 0, isOwn: true, edges: [] }
  }

  async run(): Promise<MavenTree> {
    let limit: string | undefined
    try {
      let level: Open[] = [{ node: this.#root, pom: this.#input.root, exclusions: undefined }]
      while (level.length > 0) {
        this.#input.signal.throwIfAborted()
        level = await this.#next(level)
        this.#input.onProgress?.(this.#nodes.size)
        await setImmediate()
      }
    } catch (error) {
      if (!(error instanceof WalkLimitReached)) throw error
      limit = error.message
    }
    this.#checkRanges()
    const excluded = [...this.#excluded].flatMap(([key, gap]) => (this.#nodes.has(key) ? [] : [gap]))
    return { root: this.#root, nodes: this.#nodes, gaps: [...this.#gaps, ...excluded], limit }
  }

  /** Selects the dependencies at one depth, in declaration order. */
  async #next(level: readonly Open[]): Promise<Open[]> {
    const candidates = level.flatMap((open) => this.#candidatesOf(open))
    // Fetched concurrently, because most of a level's POMs are needed.
    const described = candidates.map((candidate) =>
      this.#isSettled(candidate.dependency)
        ? undefined
        : describeArtifact(this.#input, candidate.dependency, {
            isDirect: candidate.from.depth === 0,
            managed: (moved) => (candidate.from.depth === 0 ? moved : this.#managed(moved)),
            ranges: this.#ranges.get(keyOf(candidate.dependency)) ?? [],
          }),
    )
    for (const answer of described) answer?.catch(() => undefined)
    const opened: Open[] = []
    for (const [index, candidate] of candidates.entries()) {
      this.#input.budget.spend(1)
      const known = this.#isSettled(candidate.dependency) ? undefined : await described[index]
      const open = this.#select(candidate, known)
      if (open !== undefined) opened.push(open)
    }
    return opened
  }

  #candidatesOf({ node, pom, exclusions }: Open): Candidate[] {
    if (node.depth >= dependencyWalkLimits.maxDepth)
      throw new WalkLimitReached(`its dependencies are nested more than ${dependencyWalkLimits.maxDepth} levels deep`)
    const isDirect = node.depth === 0
    return pom.dependencies.flatMap((declared) => {
      this.#input.budget.spend(1)
      if (!isDirect && (declared.isOptional === true || ['test', 'provided'].includes(declared.scope ?? ''))) return []
      if (excludes(exclusions, declared.group, declared.artifact, this.#input.budget)) return []
      const dependency = isDirect ? declared : this.#managed(declared)
      return [{ from: node, dependency, exclusions: withExclusions(exclusions, dependency.exclusions) }]
    })
  }

  /** Applies the project's dependency management, which overrides versions and scopes of transitive dependencies. */
  #managed(declared: MavenDependency): MavenDependency {
    const { management } = this.#input.root
    this.#input.budget.spend(management.size)
    const managed = management.find(keyOf(declared))
    if (managed === undefined) return declared
    return {
      ...declared,
      version: managed.version ?? declared.version,
      scope: managed.scope ?? declared.scope,
      exclusions: [...declared.exclusions, ...managed.exclusions],
    }
  }

  #isSettled(dependency: MavenDependency): boolean {
    const key = keyOf(dependency)
    return key === this.#root.key || this.#nodes.has(this.#moved.get(key) ?? key)
  }

  #select({ from, dependency, exclusions }: Candidate, described: Described | undefined): Open | undefined {
    const { group, artifact, version } = described?.coordinates ?? { ...dependency, version: dependency.version ?? '' }
    const declaredKey = keyOf(dependency)
    const key = described ? keyOf({ ...dependency, group, artifact }) : (this.#moved.get(declaredKey) ?? declaredKey)
    if (described !== undefined && key !== declaredKey) this.#moved.set(declaredKey, key)
    const ranges = parseRanges(dependency.version ?? '')
    if (ranges !== undefined) this.#seenRanges.push({ key, ranges })
    const selected = this.#nodes.get(key)
    if (selected !== undefined || key === this.#root.key) {
      from.edges.push({ key, scope: dependency.scope ?? 'compile' })
      return undefined
    }
    if (described === undefined) return undefined
    const fail = (reason: string) => {
      this.#gaps.push({
        name: `${group}:${artifact}`,
        requested: dependency.version ?? '(nothing)',
        from,
        reason,
        ...(dependency.line !== undefined && { line: dependency.line }),
      })
      return undefined
    }
    if (version === '') return fail(described.problem ?? 'no version is set for it')
    const isAllowed = (this.#ranges.get(key) ?? []).every((range) => allowsVersion(range, version))
    // Falls back to another declaration of the artifact that satisfies all ranges. Otherwise, no version is selected.
    if (!isAllowed) {
      this.#excluded.set(key, { name: `${group}:${artifact}`, requested: version, from, reason: conflicting })
      return undefined
    }
    if (this.#nodes.size >= dependencyWalkLimits.maxPackages)
      throw new WalkLimitReached(`it has more than ${dependencyWalkLimits.maxPackages} packages`)
    const { projects } = this.#input.source
    const found = projects.find(group, artifact, version)
    const node: MavenNode = {
      key,
      coordinates: { group, artifact, version },
      depth: from.depth + 1,
      isOwn: found !== undefined && found !== 'other',
      edges: [],
      ...(described.problem !== undefined && { problem: described.problem }),
    }
    this.#nodes.set(key, node)
    from.edges.push({ key, scope: dependency.scope ?? 'compile' })
    if (node.problem !== undefined) fail(`${found === 'other' ? '' : 'its dependencies are unknown: '}${node.problem}`)
    if (described.pom === undefined || selfContained.has(dependency.type)) return undefined
    for (const { name, requested, reason } of described.pom.problems)
      fail(`its dependencies may be incomplete: ${name} ${requested} could not be used (${reason})`)
    return { node, pom: described.pom, exclusions }
  }

  /** Records ranges that exclude the selected version, so that the next walk applies them. */
  #checkRanges(): void {
    for (const { key, ranges } of this.#seenRanges) {
      const version = this.#nodes.get(key)?.coordinates.version
      if (version !== undefined && !allowsVersion(ranges, version))
        this.conflicts.set(key, [...(this.conflicts.get(key) ?? []), ranges])
    }
  }
}
