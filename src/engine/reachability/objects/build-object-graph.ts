import { enterProject } from '../graph/enter-project.ts'
import type { ModuleSource } from '../graph/module-source.ts'
import type { InstalledProgram } from '../installed-program.ts'
import type { ModuleResolver } from '../modules/module-resolver.ts'
import { ObjectGraph } from './object-graph.ts'
import { visitNode } from './visit-node.ts'

/** Returns the graph of everything that a project without Python files may load and run. Throws LimitExceeded. */
export function buildObjectGraph(
  program: InstalledProgram,
  source: ModuleSource,
  resolver: ModuleResolver,
): ObjectGraph {
  const graph = new ObjectGraph(source, resolver)
  enterProject(graph, program)
  graph.complete((module, node) => visitNode(graph, module, node))
  return graph
}
