import { gzipSync } from 'node:zlib'
import type { IsolatedTasks, TaskFile } from '../isolation/isolation.ts'
import { packageTasks } from '../inventory/package-tasks.ts'

type Task = (file: TaskFile) => unknown

/** What follows data is two thirds of the program. Children that read files come and go, and do without it. */
const taintAnalysis = 'follow-project'

/** Each loads what its task needs. */
const loaders: Readonly<Record<string, () => Promise<Task>>> = {
  ...packageTasks,
  [taintAnalysis]: async () => (await import('./analyze-project.ts')).analyzeProject,
  'lower-source-file': async () => (await import('./lower-source-file.ts')).lowerSourceFile,
  'read-source-file': async () => (await import('./read-source-file.ts')).readSourceFile,
  'read-source-map': async () => (await import('./source-maps/read-source-map.ts')).readSourceMap,
}

/** What children do with the files of a project, by the names that `IsolatedWork.run` takes. */
export const tasks: IsolatedTasks = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, async (file: TaskFile) => (await load())(file)]),
)

/**
 * Loads the given tasks of a child, or all but the taint analysis. Parsers load the greater part of themselves with the
 * first file of a language, and other parts for lowering than for reading. The same applies to archives.
 */
export async function prepare(only: readonly string[] | undefined): Promise<void> {
  for (const name of only ?? Object.keys(loaders).filter((each) => each !== taintAnalysis)) {
    const task = await loaders[name]?.()
    for (const [path, content] of Object.entries(firstFiles[name] ?? {})) await task?.({ path, content, ...alone })
  }
}

const firstSources = {
  'first.js': Buffer.from('import "first"'),
  'first.ts': Buffer.from('import "first"'),
  'first.tsx': Buffer.from('import "first"'),
  'first.py': Buffer.from('import first'),
}

/** The first archive also starts the threads of zlib, which the filter of the child would refuse. */
const firstFiles: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  'lower-source-file': firstSources,
  'read-source-file': firstSources,
  'unpack-archive': { tar: gzipSync(Buffer.alloc(1024)), wheel: Buffer.from('first') },
}
const alone = { beside: () => undefined, isBeside: () => false, send: () => {} }
