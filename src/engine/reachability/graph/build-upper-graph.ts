import type { InstalledProgram } from '../installed-program.ts'
import type { ModuleResolver } from '../modules/module-resolver.ts'
import { enterProject } from './enter-project.ts'
import type { ModuleSource } from './module-source.ts'
import { UpperGraph } from './upper-graph.ts'

/** Returns the graph of everything that the project may load and run. `judged`: at most 14 packages. */
export function buildUpperGraph(
  program: InstalledProgram,
  source: ModuleSource,
  resolver: ModuleResolver,
  judged: readonly number[],
): UpperGraph {
  const graph = new UpperGraph(source, resolver, judged)
  enterProject(graph, program)
  graph.complete()
  return graph
}
