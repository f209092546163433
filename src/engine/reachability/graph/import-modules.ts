import type { FilePlace } from '../modules/module-resolver.ts'
import type { LoadedModule } from './loaded-module.ts'
import type { ProgramGraph } from './program-graph.ts'

export interface ImportedModules {
  readonly modules: readonly LoadedModule[]
  /** False if the value may be something other than the exports of the modules or of a module of the runtime. */
  readonly isKnown: boolean
}

/** Loads what a specifier refers to. */
export function importModules(graph: ProgramGraph, from: LoadedModule, specifier: string): ImportedModules {
  const { files, whole, notRead } = graph.resolver.resolve(from, specifier)
  const modules = files.map((file) => graph.load(file)).filter((module) => module !== undefined)
  for (const packageIndex of whole) for (const file of graph.resolver.allFiles(packageIndex)) escapeFile(graph, file)
  for (const name of notRead) graph.block({ reason: 'package-not-read', detail: name })
  return { modules, isKnown: whole.length === 0 && notRead.length === 0 }
}

/** Loads the modules of a Python package that a name of it may refer to. They become values. */
export function escapeSubmodules(
  graph: ProgramGraph,
  { of, name, place }: { readonly of: LoadedModule; readonly name: string; readonly place: number },
): void {
  if (of.unit.language !== 'python') return
  for (const file of graph.resolver.submodules(of, name)) escapeFile(graph, file, place)
}

/** Loads a file whose exports may become any value, and the value at `place`. */
export function escapeFile(graph: ProgramGraph, file: FilePlace, place?: number): void {
  const module = graph.load(file)
  if (!module) return
  graph.exportsOf(module).escape()
  if (place === undefined) return
  graph.values.mark(place, graph.bitOf(module.packageIndex))
  graph.values.link(graph.exportPlaces(module), place)
}
