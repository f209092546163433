import { lowerForSummary } from '../../../src/engine/analysis/lower-for-summary.ts'
import type { Reachability } from '../../../src/engine/model/reachability.ts'
import type { InstalledPackage, InstalledProgram } from '../../../src/engine/reachability/installed-program.ts'
import { judgeReachability } from '../../../src/engine/reachability/judge-reachability.ts'
import type { ModuleSummary, PackageSummary, UnreadFile } from '../../../src/engine/reachability/package-summary.ts'
import { projectCommands } from '../../../src/engine/reachability/project-commands.ts'
import { summarizeModule } from '../../../src/engine/reachability/summary/summarize-module.ts'
import { summarizePackage } from '../../../src/engine/reachability/summary/summarize-package.ts'

/** Texts of files by path. */
export type Files = Readonly<Record<string, string>>

/** Summarizes files with the real parsers. */
export function summaryOf(files: Files): PackageSummary {
  const modules: ModuleSummary[] = []
  const unread: UnreadFile[] = []
  const native: string[] = []
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith('.json')) continue
    if (path.endsWith('.node')) {
      native.push(path)
      continue
    }
    const lowered = lowerForSummary({ path, content: Buffer.from(text) })
    if ('unit' in lowered)
      modules.push(summarizeModule(path, lowered.unit, { isPartial: lowered.partial !== undefined }))
    else unread.push({ path, cause: 'syntax' })
  }
  const manifest = files['package.json']
  return summarizePackage({
    modules,
    manifest: manifest === undefined ? undefined : JSON.parse(manifest),
    unread,
    native,
  })
}

/** Describes a program. Packages are named `name@version`. */
export interface ProgramFiles {
  readonly project: Files
  readonly packages: Readonly<Record<string, Files>>
  readonly ecosystem?: 'npm' | 'PyPI'
  readonly notRead?: readonly string[]
}

export function programOf({ project, packages, ecosystem = 'npm', notRead = [] }: ProgramFiles): InstalledProgram {
  return {
    project: summaryOf(project),
    commands: projectCommands(JSON.parse(project['package.json'] ?? '{}')),
    packages: Object.entries(packages).map(([id, files]): InstalledPackage => {
      const at = id.lastIndexOf('@')
      return { ecosystem, name: id.slice(0, at), version: id.slice(at + 1), summary: summaryOf(files) }
    }),
    notRead: new Set(notRead),
  }
}

/** Judges one function of a package: `name@version path: function`. */
export function judged(
  program: ProgramFiles,
  target: string,
  { confidence = 'high' as 'high' | 'low' } = {},
): Reachability {
  const [, name = '', version = '', path = '', called = ''] = /^(.+)@(\S+) ([^:]+)(?:: (.*))?$/.exec(target) ?? []
  const { ecosystem = 'npm' } = program
  const [result] = judgeReachability(programOf(program), [
    {
      ecosystem,
      name,
      version,
      functions: {
        ecosystem,
        name,
        affectedVersion: version,
        fixedVersion: '99.0.0',
        confidence,
        functions: [{ path, name: called, line: 1, change: 'changed', signs: [] }],
      },
    },
  ])
  if (!result) throw new TypeError('nothing was judged')
  return result
}
