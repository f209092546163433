import type { LoadedModule } from './loaded-module.ts'
import type { LoadingGraph } from './loading-graph.ts'

export interface ImportedModules {
  readonly modules: readonly LoadedModule[]
  /** False if the value may be something other than the exports of the modules or of a module of the runtime. */
  readonly isKnown: boolean
}

/** Loads what a specifier refers to. */
export function importModules(graph: LoadingGraph, from: LoadedModule, specifier: string): ImportedModules {
  const { files, whole, notRead } = graph.resolver.resolve(from, specifier)
  const modules = files.map((file) => graph.load(file)).filter((module) => module !== undefined)
  for (const packageIndex of whole) for (const file of graph.resolver.allFiles(packageIndex)) graph.escapeFile(file)
  for (const name of notRead) graph.block({ reason: 'package-not-read', detail: name })
  return { modules, isKnown: whole.length === 0 && notRead.length === 0 }
}

/** Loads the modules of a Python package that a name of it may refer to. They become values. */
export function escapeSubmodules(
  graph: LoadingGraph,
  { of, name, place }: { readonly of: LoadedModule; readonly name: string; readonly place: number },
): void {
  if (of.unit.language !== 'python') return
  for (const file of graph.resolver.submodules(of, name)) graph.escapeFile(file, place)
}
