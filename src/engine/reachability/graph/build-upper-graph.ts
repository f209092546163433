import { posix } from 'node:path'
import { isTestFile, mayRunUnnamed } from '../development-files.ts'
import type { InstalledProgram } from '../installed-program.ts'
import type { UnreadFile } from '../package-summary.ts'
import type { ModuleResolver } from '../modules/module-resolver.ts'
import type { ModuleSource } from './module-source.ts'
import { UpperGraph } from './upper-graph.ts'

/**
 * Returns the graph of everything that the project may load and run. All functions of the project run, except those in
 * tests. `judged`: packages whose findings are judged, at most 14.
 */
export function buildUpperGraph(
  { project }: InstalledProgram,
  source: ModuleSource,
  resolver: ModuleResolver,
  judged: readonly number[],
): UpperGraph {
  const graph = new UpperGraph(source, resolver, judged)
  const main = posix.normalize(project.manifest.main ?? 'index.js')
  const runs = ({ path, cause }: UnreadFile) => cause !== 'language' || path === main || mayRunUnnamed(path)
  for (const { path } of [...project.modules, ...project.unread.filter(runs)]) {
    if (isTestFile(path) && path !== main) continue
    const module = graph.load({ packageIndex: 0, path })
    if (!module) continue
    for (let local = 0; local < module.unit.functions.length; local += 1) graph.run(module, local)
    graph.exportsOf(module).escape()
  }
  graph.complete()
  return graph
}
