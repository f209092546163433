import { posix } from 'node:path'
import { isTestFile, mayRunUnnamed } from '../development-files.ts'
import type { InstalledProgram } from '../installed-program.ts'
import type { UnreadFile } from '../package-summary.ts'
import type { LoadingGraph } from './loading-graph.ts'

/** Loads the files of the project, without tests. All its functions run, and its exports may become any value. */
export function enterProject(graph: LoadingGraph, { project }: InstalledProgram): void {
  const main = posix.normalize(project.manifest.main ?? 'index.js')
  const isMain = (path: string) =>
    [path, path.replace(/\.[cm]?[jt]sx?$/, ''), path.replace(/(?:^|\/)index\.[cm]?[jt]sx?$/, '')].includes(
      main.replace(/\/$/, ''),
    )
  const runs = ({ path, cause }: UnreadFile) => cause !== 'language' || path === main || mayRunUnnamed(path)
  for (const { path } of [...project.modules, ...project.unread.filter(runs)]) {
    if (isTestFile(path) && !isMain(path)) continue
    const module = graph.load({ packageIndex: 0, path })
    if (!module) continue
    for (let local = 0; local < module.unit.functions.length; local += 1) graph.enter(module, local)
    graph.escapeFile({ packageIndex: 0, path })
  }
}
