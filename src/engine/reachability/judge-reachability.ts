import type { Reachability } from '../model/reachability.ts'
import { buildUpperGraph } from './graph/build-upper-graph.ts'
import { LimitExceeded } from './graph/limit-exceeded.ts'
import { ModuleSource } from './graph/module-source.ts'
import type { InstalledProgram, JudgeReachability, VulnerablePackage } from './installed-program.ts'
import { type DenyingGraph, type JudgedPackage, judgePackage } from './judge-package.ts'
import { buildLowerGraph } from './lower/build-lower-graph.ts'
import { callPath } from './lower/call-path.ts'
import { ModuleResolver } from './modules/module-resolver.ts'
import { isPython } from './modules/python-files.ts'
import { buildObjectGraph } from './objects/build-object-graph.ts'

/** Number of packages that one graph of names can tell apart. */
const packagesPerGraph = 14

/** Results for the vulnerable packages, in order. */
export interface JudgedProgram {
  readonly results: readonly Reachability[]
  /** Packages for development that were not read, but that a loaded file imports. */
  readonly neededForDevelopment: readonly string[]
}

/**
 * Judges for each vulnerable package, in order, whether the project reaches its vulnerable code. A finding is denied
 * only if an over-approximation of the program does not reach it: the graph of objects, which only knows JavaScript, or
 * the graph of names.
 */
export const judgeReachability: JudgeReachability = (program, vulnerable) => judgeProgram(program, vulnerable).results

/** Judges a program as `judgeReachability` does. Also lists the packages that it lacks. */
export function judgeProgram(program: InstalledProgram, vulnerable: readonly VulnerablePackage[]): JudgedProgram {
  const source = new ModuleSource(program)
  const resolver = new ModuleResolver(program)
  const judged = vulnerable.map((one) => ({ packageIndex: packageIndexOf(program, one), vulnerable: one }))
  const paths = callPaths(program, source, judged)
  const denying = new DenyingGraphs(program, source, resolver)
  const undecided = judged.flatMap(({ packageIndex }, at) => (packageIndex > 0 && !paths[at] ? packageIndex : []))
  const distinct = [...new Set(undecided)]
  const results = judged.map((one, at): Reachability => {
    const { ecosystem, name, version } = one.vulnerable
    if (ecosystem !== 'npm' && ecosystem !== 'PyPI') return { status: 'unknown', reason: 'unsupported-ecosystem' }
    if (one.packageIndex <= 0) return { status: 'unknown', reason: 'package-not-read', detail: `${name}@${version}` }
    return paths[at] ?? denying.judge(one, distinct)
  })
  return { results, neededForDevelopment: [...resolver.neededForDevelopment] }
}

/** Returns the call paths to the packages, in order. Nothing else needs their graph, so its memory is free again. */
function callPaths(
  program: InstalledProgram,
  source: ModuleSource,
  judged: readonly JudgedPackage[],
): readonly (Reachability | undefined)[] {
  if (judged.every(({ packageIndex }) => packageIndex <= 0)) return []
  const graph = buildLowerGraph(program, source)
  return judged.map((one) => (one.packageIndex > 0 ? callPath(graph, source, one) : undefined))
}

/** The graphs that may deny findings. Each is built when the first finding needs it. */
class DenyingGraphs {
  readonly #program: InstalledProgram
  readonly #source: ModuleSource
  readonly #resolver: ModuleResolver
  readonly #knowsObjects: boolean
  #objects: DenyingGraph | LimitExceeded | undefined
  readonly #names = new Map<number, DenyingGraph | LimitExceeded>()

  constructor(program: InstalledProgram, source: ModuleSource, resolver: ModuleResolver) {
    this.#program = program
    this.#source = source
    this.#resolver = resolver
    this.#knowsObjects = !hasPython(program, source)
  }

  /** `distinct`: all packages that are judged. Each graph of names judges several of them. */
  judge(one: JudgedPackage, distinct: readonly number[]): Reachability {
    if (one.vulnerable.ecosystem === 'npm' && this.#knowsObjects) {
      this.#objects ??= bounded(() => buildObjectGraph(this.#program, this.#source, this.#resolver))
      const result = this.#objects instanceof LimitExceeded ? undefined : judgePackage(this.#objects, this.#source, one)
      if (result && result.status !== 'unknown') return result
    }
    const graph = this.#namesOf(one.packageIndex, distinct)
    if (graph instanceof LimitExceeded) return { status: 'unknown', reason: 'limit-exceeded', detail: graph.message }
    return judgePackage(graph, this.#source, one)
  }

  #namesOf(packageIndex: number, distinct: readonly number[]): DenyingGraph | LimitExceeded {
    const known = this.#names.get(packageIndex)
    if (known) return known
    const first = distinct.indexOf(packageIndex)
    const together = distinct.slice(first - (first % packagesPerGraph)).slice(0, packagesPerGraph)
    const graph = bounded(() => buildUpperGraph(this.#program, this.#source, this.#resolver, together))
    for (const index of together) this.#names.set(index, graph)
    return graph
  }
}

/** Builds a graph, or returns the limit that it exceeds. */
function bounded(build: () => DenyingGraph): DenyingGraph | LimitExceeded {
  try {
    return build()
  } catch (error) {
    if (error instanceof LimitExceeded) return error
    throw error
  }
}

/** Reports whether a file of the project is Python. The first line of a script without an extension shows that. */
function hasPython({ project }: InstalledProgram, source: ModuleSource): boolean {
  if (project.unread.some(({ path }) => isPython(path))) return true
  return project.modules.some(({ path }) => {
    if (isPython(path) || /\.[cm]?[jt]sx?$/.test(path)) return isPython(path)
    const read = source.read({ packageIndex: 0, path })
    return read !== undefined && 'unit' in read && read.unit.language === 'python'
  })
}

/** Index of a package in the program, or -1 if it was not read. */
function packageIndexOf({ packages }: InstalledProgram, { ecosystem, name, version }: VulnerablePackage): number {
  const found = packages.findIndex((one) => one.ecosystem === ecosystem && one.name === name && one.version === version)
  return found < 0 ? -1 : found + 1
}
