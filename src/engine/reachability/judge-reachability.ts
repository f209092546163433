import type { Reachability } from '../model/reachability.ts'
import type { Blocker } from './graph/blocker.ts'
import { buildUpperGraph } from './graph/build-upper-graph.ts'
import { LimitExceeded } from './graph/limit-exceeded.ts'
import { ModuleSource } from './graph/module-source.ts'
import type { UpperGraph } from './graph/upper-graph.ts'
import type { InstalledProgram, JudgeReachability, VulnerablePackage } from './installed-program.ts'
import { buildLowerGraph } from './lower/build-lower-graph.ts'
import { callPath } from './lower/call-path.ts'
import { ModuleResolver } from './modules/module-resolver.ts'
import { describeTargets, findTargets } from './targets.ts'

/** Number of packages that one graph can tell apart. */
const packagesPerGraph = 14

/** Results for the vulnerable packages, in order. */
export interface JudgedProgram {
  readonly results: readonly Reachability[]
  /** Packages for development that were not read, but that a loaded file imports. */
  readonly neededForDevelopment: readonly string[]
}

/**
 * Judges for each vulnerable package, in order, whether the project reaches its vulnerable code. A finding is denied
 * only if an over-approximation of the program does not reach it.
 */
export const judgeReachability: JudgeReachability = (program, vulnerable) => judgeProgram(program, vulnerable).results

/** Judges a program as `judgeReachability` does. Also lists the packages that it lacks. */
export function judgeProgram(program: InstalledProgram, vulnerable: readonly VulnerablePackage[]): JudgedProgram {
  const source = new ModuleSource(program)
  const resolver = new ModuleResolver(program)
  const indexes = vulnerable.map((one) => packageIndexOf(program, one))
  const distinct = [...new Set(indexes.filter((index) => index > 0))]
  const graphs = new Map<number, UpperGraph | LimitExceeded>()
  for (let at = 0; at < distinct.length; at += packagesPerGraph) {
    const judged = distinct.slice(at, at + packagesPerGraph)
    const graph = boundedGraph(program, source, resolver, judged)
    for (const index of judged) graphs.set(index, graph)
  }
  const lower = distinct.length === 0 ? undefined : buildLowerGraph(program, source)
  const results = vulnerable.map((one, at): Reachability => {
    const packageIndex = indexes[at] ?? -1
    const graph = graphs.get(packageIndex)
    if (one.ecosystem !== 'npm' && one.ecosystem !== 'PyPI')
      return { status: 'unknown', reason: 'unsupported-ecosystem' }
    if (!graph) return { status: 'unknown', reason: 'package-not-read', detail: `${one.name}@${one.version}` }
    const path = lower && callPath(lower, source, { packageIndex, vulnerable: one })
    if (path) return path
    if (graph instanceof LimitExceeded) return { status: 'unknown', reason: 'limit-exceeded', detail: graph.message }
    return judgePackage(graph, source, { packageIndex, vulnerable: one })
  })
  return { results, neededForDevelopment: [...resolver.neededForDevelopment] }
}

function boundedGraph(
  program: InstalledProgram,
  source: ModuleSource,
  resolver: ModuleResolver,
  judged: readonly number[],
): UpperGraph | LimitExceeded {
  try {
    return buildUpperGraph(program, source, resolver, judged)
  } catch (error) {
    if (error instanceof LimitExceeded) return error
    throw error
  }
}

/** Index of a package in the program, or -1 if it was not read. */
function packageIndexOf({ packages }: InstalledProgram, { ecosystem, name, version }: VulnerablePackage): number {
  const found = packages.findIndex((one) => one.ecosystem === ecosystem && one.name === name && one.version === version)
  return found < 0 ? -1 : found + 1
}

interface Judged {
  readonly packageIndex: number
  readonly vulnerable: VulnerablePackage
}

function judgePackage(graph: UpperGraph, source: ModuleSource, { packageIndex, vulnerable }: Judged): Reachability {
  const isLoaded = [...source.pathsOf(packageIndex)].some((path) => graph.isLoaded({ packageIndex, path }))
  const blocker = blockerFor(graph, source, packageIndex)
  const { functions } = vulnerable
  const targets = functions && findTargets(source, packageIndex, functions.functions)
  const listed = targets && targets.found.length > 0 ? { functions: describeTargets(targets.found) } : {}
  if (blocker) return { ...undecided(blocker.reason, blocker.detail), ...listed }
  if (!isLoaded) return { status: 'not-loaded', ...listed }
  if (functions === undefined) return undecided('functions-not-derived')
  if (functions.functions.length === 0 || targets === undefined)
    return undecided(functions.shortfall === undefined ? 'functions-not-found' : 'functions-not-derived')
  // The derivation lists the functions of the last affected version. In another version, they may be elsewhere.
  const isSameVersion = vulnerable.version === functions.affectedVersion
  const candidates = isSameVersion ? targets.found : [...targets.found, ...targets.namesakes]
  const loaded = candidates.filter(({ path }) => graph.isLoaded({ packageIndex, path }))
  const running = loaded.find(({ path, local }) => {
    const module = graph.moduleAt({ packageIndex, path })
    return module === undefined || graph.runs(module, local)
  })
  if (running) return { ...undecided('indirect-call', `${running.path}: ${running.name}`), ...listed }
  const gaps = isSameVersion ? targets.missing : [...targets.missing, ...targets.uncertain]
  if (gaps.length > 0 || functions.shortfall === 'too-many-changes' || functions.shortfall === 'not-parsed')
    return { ...undecided('functions-not-found', gaps[0]), ...listed }
  return { status: loaded.length === 0 ? 'not-loaded' : 'imported', ...listed }
}

function undecided(reason: Blocker['reason'], detail?: string): Reachability {
  return { status: 'unknown', reason, ...(detail !== undefined && { detail }) }
}

/** What prevents the denial of a package's findings, or undefined. */
function blockerFor(graph: UpperGraph, source: ModuleSource, packageIndex: number): Blocker | undefined {
  const known = graph.blockers.find((one) => one.packageIndex === undefined || one.packageIndex === packageIndex)
  if (known) return known
  const bit = graph.bitOf(packageIndex)
  for (const module of graph.runTexts) {
    const { length } = module.unit.ops
    if (module.packageIndex !== packageIndex && !holdsObjects(graph, module.firstNode, length, bit)) continue
    return { reason: 'dynamic-code', detail: source.describe(module) }
  }
  return undefined
}

function holdsObjects(graph: UpperGraph, first: number, length: number, bit: number): boolean {
  for (let place = first; place < first + length; place += 1) if ((graph.values.bitsOf(place) & bit) !== 0) return true
  return false
}
