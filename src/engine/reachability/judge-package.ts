import type { Reachability } from '../model/reachability.ts'
import type { Blocker } from './graph/blocker.ts'
import type { LoadedModule } from './graph/loaded-module.ts'
import type { ModuleSource } from './graph/module-source.ts'
import type { VulnerablePackage } from './installed-program.ts'
import type { FilePlace } from './modules/resolved-import.ts'
import { describeTargets, findTargets } from './targets.ts'

/** An over-approximation of what a program loads and runs. */
export interface DenyingGraph {
  readonly blockers: readonly Blocker[]
  isLoaded(place: FilePlace): boolean
  moduleAt(place: FilePlace): LoadedModule | undefined
  runs(module: LoadedModule, local: number): boolean
  /** A file that runs text as code, which may call functions of the package. */
  textRunner(packageIndex: number): LoadedModule | undefined
}

export interface JudgedPackage {
  readonly packageIndex: number
  readonly vulnerable: VulnerablePackage
}

/** Denies that a package's vulnerable code is reached if the graph does not reach it. Otherwise names the obstacle. */
export function judgePackage(
  graph: DenyingGraph,
  source: ModuleSource,
  { packageIndex, vulnerable }: JudgedPackage,
): Reachability {
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
  const isIncomplete = functions.shortfall === 'too-many-changes' || functions.shortfall === 'not-parsed'
  if ((gaps.length > 0 || isIncomplete) && !isIdle(graph, source, { packageIndex, vulnerable }))
    return { ...undecided('functions-not-found', gaps[0]), ...listed }
  return { status: loaded.length === 0 ? 'not-loaded' : 'imported', ...listed }
}

/**
 * Reports whether no function of a package runs, only the bodies of its files, and the fix changed functions only. Then
 * it does not matter which of the functions are vulnerable.
 */
function isIdle(graph: DenyingGraph, source: ModuleSource, { packageIndex, vulnerable }: JudgedPackage): boolean {
  if (vulnerable.functions?.functions.some(({ name }) => name === '') !== false) return false
  return [...source.pathsOf(packageIndex)].every((path) => {
    const module = graph.moduleAt({ packageIndex, path })
    if (module === undefined) return !graph.isLoaded({ packageIndex, path })
    return module.unit.functions.every((_, local) => local === 0 || !graph.runs(module, local))
  })
}

function undecided(reason: Blocker['reason'], detail?: string): Reachability {
  return { status: 'unknown', reason, ...(detail !== undefined && { detail }) }
}

/** What prevents the denial of a package's findings, or undefined. */
function blockerFor(graph: DenyingGraph, source: ModuleSource, packageIndex: number): Blocker | undefined {
  const known = graph.blockers.find((one) => one.packageIndex === undefined || one.packageIndex === packageIndex)
  if (known) return known
  const module = graph.textRunner(packageIndex)
  return module && { reason: 'dynamic-code', detail: source.describe(module) }
}
