import { posix } from 'node:path'
import { isTestFile, mayRunUnnamed } from '../development-files.ts'
import type { InstalledProgram } from '../installed-program.ts'
import { commandPaths, isCommandFile } from '../project-commands.ts'
import type { UnreadFile } from '../package-summary.ts'
import type { LoadingGraph } from './loading-graph.ts'
import { packagesInPath } from './start-programs.ts'

/**
 * Loads the files of the project, without tests. All its functions run, and its exports may become any value. Packages
 * that a command of the project names run as a whole.
 */
export function enterProject(graph: LoadingGraph, { project, commands = [] }: InstalledProgram): void {
  const main = posix.normalize(project.manifest.main ?? 'index.js')
  const entries = commandPaths([main, ...commands])
  const runs = ({ path, cause }: UnreadFile) => cause !== 'language' || path === main || mayRunUnnamed(path)
  for (const { path } of [...project.modules, ...project.unread.filter(runs)]) {
    if (isTestFile(path) && !isCommandFile(path, entries)) continue
    const module = graph.load({ packageIndex: 0, path })
    if (!module) continue
    for (let local = 0; local < module.unit.functions.length; local += 1) graph.enter(module, local)
    graph.escapeFile({ packageIndex: 0, path })
  }
  for (const word of commands.flatMap((one) => [one, ...packagesInPath(one)]))
    for (const packageIndex of graph.resolver.programsNamed(word)) graph.runPackage(packageIndex)
}
