import { setImmediate } from 'node:timers/promises'
import type { PomCoordinates } from '../../sources/package-registries/maven-repository.ts'
import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import { WalkLimitReached } from '../npm-tree/walk-budget.ts'
import { compareVersions, isVersion } from './comparable-version.ts'
import { type Described, type DescribeInput, describeArtifact } from './describe-artifact.ts'
import type { GradleDeclaration } from './gradle-declaration.ts'
import type { ManagementLayers } from './management-layers.ts'
import { keyOf, type MavenDependency } from './maven-dependency.ts'
import type { MavenGap, MavenNode, MavenTree } from './maven-walk.ts'

export interface GradleWalkInput extends DescribeInput {
  readonly signal: AbortSignal
  readonly declarations: readonly GradleDeclaration[]
  /** Versions that a plugin sets for all dependencies. */
  readonly managed: readonly ManagementLayers[]
  readonly onProgress?: ((packages: number) => void) | undefined
}

/** A dependency declared in the build or in the POM of another dependency. */
interface Request {
  readonly from: MavenNode
  readonly dependency: MavenDependency
  readonly exclusions: readonly string[]
}

/** Maximum number of rounds. Real builds stabilize after 2 to 5. */
const maxRounds = 30

const rootKey = '\0build'

/**
 * Selects versions as Gradle does. Gradle uses the highest version that any dependency or platform requires, unless the
 * build declares a strict version. A higher version may have other dependencies, so rounds repeat until no version
 * changes. See https://docs.gradle.org/current/userguide/dependency_constraints_conflicts.html
 */
export async function walkGradle(input: GradleWalkInput): Promise<MavenTree> {
  const platforms = await platformsOf(input)
  const selected = new Map<string, string>()
  for (let round = 1; ; round += 1) {
    const walk = new Round(input, platforms, selected)
    const limit = await walk.run().then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof WalkLimitReached) return error.message
        throw error
      },
    )
    const isStable = walk.isStable
    if (limit !== undefined || isStable || round === maxRounds)
      return {
        root: walk.root,
        nodes: walk.nodes,
        gaps: [...platforms.gaps(walk.root), ...walk.gaps],
        limit: limit ?? (isStable ? undefined : 'its versions depend on each other in a cycle'),
      }
    for (const [name, version] of walk.highest) selected.set(name, version)
  }
}

interface Platforms {
  readonly recommended: readonly ManagementLayers[]
  readonly enforced: readonly ManagementLayers[]
  readonly gaps: (root: MavenNode) => MavenGap[]
}

async function platformsOf({ declarations, poms, managed }: GradleWalkInput): Promise<Platforms> {
  const recommended = new Set<ManagementLayers>()
  const enforced = new Set(managed)
  const failed: Omit<MavenGap, 'from'>[] = []
  for (const { group, artifact, version, platform, line } of declarations) {
    if (platform === undefined) continue
    const fail = (reason: string) =>
      failed.push({
        name: `${group}:${artifact}`,
        requested: version ?? '(nothing)',
        reason: `it is a platform of this build, and ${reason}`,
        line,
      })
    const pom = version === undefined ? undefined : await poms.of({ group, artifact, version })
    if (pom === undefined) fail('no version is set for it')
    else if ('problem' in pom) fail(pom.problem)
    else {
      if (platform === 'platform') recommended.add(pom.management)
      else enforced.add(pom.management)
      for (const { name, requested, reason } of pom.problems) fail(`${name} ${requested} could not be used (${reason})`)
    }
  }
  return {
    recommended: [...recommended],
    enforced: [...enforced],
    gaps: (from) => failed.map((gap) => ({ ...gap, from })),
  }
}

/** One traversal, based on the versions selected in the previous round. */
class Round {
  readonly root: MavenNode = {
    key: rootKey,
    coordinates: { group: '', artifact: '', version: '' },
    depth: 0,
    isOwn: true,
    edges: [],
  }
  readonly nodes = new Map<string, MavenNode>()
  readonly gaps: MavenGap[] = []
  /** Highest version seen in this round, by `group:artifact`. */
  readonly highest = new Map<string, string>()
  readonly #input: GradleWalkInput
  readonly #platforms: Platforms
  readonly #selected: ReadonlyMap<string, string>
  readonly #strict = new Map<string, string>()

  constructor(input: GradleWalkInput, platforms: Platforms, selected: ReadonlyMap<string, string>) {
    this.#input = input
    this.#platforms = platforms
    this.#selected = selected
    for (const { group, artifact, version, isStrict, isConstraint } of input.declarations) {
      if (version === undefined) continue
      if (isStrict === true) this.#strict.set(`${group}:${artifact}`, version)
      if (isConstraint === true) this.#see(`${group}:${artifact}`, version)
    }
  }

  /** True if no dependency requires a higher version than the selected one. */
  get isStable(): boolean {
    return [...this.nodes.values()].every(({ coordinates: { group, artifact, version } }) => {
      const highest = this.highest.get(`${group}:${artifact}`)
      return (
        highest === undefined || this.#strict.has(`${group}:${artifact}`) || !(compareVersions(highest, version) > 0)
      )
    })
  }

  async run(): Promise<void> {
    let level: Request[] = this.#input.declarations.flatMap(
      ({ group, artifact, version, platform, isConstraint, exclusions, line }) =>
        platform !== undefined || isConstraint === true
          ? []
          : [{ from: this.root, dependency: declared({ group, artifact, version, line }), exclusions }],
    )
    while (level.length > 0) {
      this.#input.signal.throwIfAborted()
      level = await this.#next(level)
      this.#input.onProgress?.(this.nodes.size)
      await setImmediate()
    }
  }

  async #next(level: readonly Request[]): Promise<Request[]> {
    const wanted = level.map((request) => ({ request, dependency: this.#withVersion(request) }))
    const described = wanted.map(({ request: { from }, dependency }) =>
      this.nodes.has(nameKey(dependency))
        ? undefined
        : describeArtifact(this.#input, dependency, {
            isDirect: from === this.root,
            managed: (same) => same,
            ranges: [],
          }),
    )
    for (const answer of described) answer?.catch(() => undefined)
    const next: Request[] = []
    for (const [index, { request, dependency }] of wanted.entries()) {
      this.#input.budget.spend(1)
      const answer = await described[index]
      next.push(...this.#select(request, dependency, answer))
    }
    return next
  }

  /** Returns the declaration with the version selected for this round. */
  #withVersion({ dependency }: Request): MavenDependency {
    const name = `${dependency.group}:${dependency.artifact}`
    const key = keyOf(dependency)
    const find = (layers: readonly ManagementLayers[]) =>
      layers
        .flatMap((layer) => {
          this.#input.budget.spend(layer.size)
          return layer.find(key)?.version ?? []
        })
        .reduce<string | undefined>(higher, undefined)
    const strict = this.#strict.get(name)
    const isDirect = dependency.line !== undefined && dependency.version !== undefined
    const enforced = isDirect ? undefined : find(this.#platforms.enforced)
    const asked = dynamic(dependency.version)
    const preferred = find(this.#platforms.recommended)
    const version =
      strict ?? enforced ?? [preferred, this.#selected.get(name), this.highest.get(name)].reduce(higher, asked)
    return { ...dependency, version }
  }

  #select({ from, exclusions }: Request, dependency: MavenDependency, described: Described | undefined): Request[] {
    const { group, artifact, version } = described?.coordinates ?? { ...dependency, version: dependency.version ?? '' }
    const key = `${group}:${artifact}`
    const fail = (reason: string) => {
      this.gaps.push({
        name: key,
        requested: dependency.version ?? '(nothing)',
        from,
        reason,
        ...(dependency.line !== undefined && { line: dependency.line }),
      })
      return []
    }
    if (this.nodes.has(key)) {
      if (version !== '') this.#see(key, version)
      from.edges.push({ key, scope: 'compile' })
      return []
    }
    if (described === undefined) return []
    if (version === '') return fail(described.problem ?? 'no version is set for it')
    if (this.nodes.size >= dependencyWalkLimits.maxPackages)
      throw new WalkLimitReached(`it has more than ${dependencyWalkLimits.maxPackages} packages`)
    if (from.depth >= dependencyWalkLimits.maxDepth)
      throw new WalkLimitReached(`its dependencies are nested more than ${dependencyWalkLimits.maxDepth} levels deep`)
    this.#see(key, version)
    const node: MavenNode = {
      key,
      coordinates: { group, artifact, version },
      depth: from.depth + 1,
      isOwn: this.#input.source.projects.has(group, artifact),
      edges: [],
      ...(described.problem !== undefined && { problem: described.problem }),
    }
    this.nodes.set(key, node)
    from.edges.push({ key, scope: 'compile' })
    if (node.problem !== undefined) return fail(`its dependencies are unknown: ${node.problem}`)
    for (const { name, requested, reason } of described.pom?.problems ?? [])
      fail(`its dependencies may be incomplete: ${name} ${requested} could not be used (${reason})`)
    return (described.pom?.dependencies ?? []).flatMap((brought): Request[] => {
      this.#input.budget.spend(1 + exclusions.length)
      const isBrought = brought.isOptional !== true && ['compile', 'runtime'].includes(brought.scope ?? 'compile')
      if (!isBrought || isExcluded(exclusions, brought)) return []
      const { line: _line, ...dependency } = brought
      return [{ from: node, dependency, exclusions: [...new Set([...exclusions, ...brought.exclusions])] }]
    })
  }

  #see(name: string, version: string): void {
    const known = this.highest.get(name)
    if (isVersion(version)) this.highest.set(name, higher(known, version) ?? version)
  }
}

const nameKey = ({ group, artifact }: Pick<PomCoordinates, 'artifact' | 'group'>): string => `${group}:${artifact}`

const declared = ({
  group,
  artifact,
  version,
  line,
}: Pick<GradleDeclaration, 'artifact' | 'group' | 'line' | 'version'>): MavenDependency => ({
  group,
  artifact,
  version,
  type: 'jar',
  classifier: '',
  scope: undefined,
  isOptional: undefined,
  exclusions: [],
  line,
})

const isExcluded = (exclusions: readonly string[], { group, artifact }: MavenDependency): boolean =>
  exclusions.some((pattern) => [`${group}:${artifact}`, `${group}:*`, `*:${artifact}`, '*:*'].includes(pattern))

/** Converts a Gradle dynamic version such as `1.+` or `latest.release` to a Maven range. */
function dynamic(version: string | undefined): string | undefined {
  if (version?.startsWith('latest.') === true || version === '+') return 'LATEST'
  const prefix = /^((?:\d+\.)*)(\d+)\.\+$/.exec(version ?? '')
  return prefix ? `[${prefix[1]}${prefix[2]},${prefix[1]}${Number(prefix[2]) + 1}-alpha)` : version
}

/** Returns the higher of two versions. A range is used only if there is no exact version. */
function higher(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  if (/^[[(]|^LATEST$/.test(a)) return b
  if (/^[[(]|^LATEST$/.test(b)) return a
  return compareVersions(b, a) > 0 ? b : a
}
