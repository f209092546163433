import type { Reachability } from '../model/reachability.ts'
import { buildUpperGraph } from './graph/build-upper-graph.ts'
import { LimitExceeded } from './graph/limit-exceeded.ts'
import { ModuleSource } from './graph/module-source.ts'
import type { InstalledProgram, JudgeReachability, VulnerablePackage } from './installed-program.ts'
import { judgePackage, type DenyingGraph } from './judge-package.ts'
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
  const indexes = vulnerable.map((one) => packageIndexOf(program, one))
  const distinct = [...new Set(indexes.filter((index) => index > 0))]
  const names = new Map<number, DenyingGraph | LimitExceeded>()
  const namesOf = (packageIndex: number): DenyingGraph | LimitExceeded => {
    const known = names.get(packageIndex)
    if (known) return known
    const first = distinct.indexOf(packageIndex)
    const judged = distinct.slice(first - (first % packagesPerGraph)).slice(0, packagesPerGraph)
    const graph = bounded(() => buildUpperGraph(program, source, resolver, judged))
    for (const index of judged) names.set(index, graph)
    return graph
  }
  const lower = distinct.length === 0 ? undefined : buildLowerGraph(program, source)
  let objects: DenyingGraph | LimitExceeded | undefined
  const results = vulnerable.map((one, at): Reachability => {
    const packageIndex = indexes[at] ?? -1
    if (one.ecosystem !== 'npm' && one.ecosystem !== 'PyPI')
      return { status: 'unknown', reason: 'unsupported-ecosystem' }
    if (packageIndex <= 0)
      return { status: 'unknown', reason: 'package-not-read', detail: `${one.name}@${one.version}` }
    const judged = { packageIndex, vulnerable: one }
    const path = lower && callPath(lower, source, judged)
    if (path) return path
    if (one.ecosystem === 'npm' && !hasPython(program)) {
      objects ??= bounded(() => buildObjectGraph(program, source, resolver))
      const result = objects instanceof LimitExceeded ? undefined : judgePackage(objects, source, judged)
      if (result && result.status !== 'unknown') return result
    }
    const graph = namesOf(packageIndex)
    if (graph instanceof LimitExceeded) return { status: 'unknown', reason: 'limit-exceeded', detail: graph.message }
    return judgePackage(graph, source, judged)
  })
  return { results, neededForDevelopment: [...resolver.neededForDevelopment] }
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

const hasPython = ({ project }: InstalledProgram) =>
  [...project.modules, ...project.unread].some(({ path }) => isPython(path))

/** Index of a package in the program, or -1 if it was not read. */
function packageIndexOf({ packages }: InstalledProgram, { ecosystem, name, version }: VulnerablePackage): number {
  const found = packages.findIndex((one) => one.ecosystem === ecosystem && one.name === name && one.version === version)
  return found < 0 ? -1 : found + 1
}
