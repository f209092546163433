import { gzipSync } from 'node:zlib'
import type { IsolatedTasks, TaskFile } from '../isolation/isolation.ts'
import { packageTasks } from '../inventory/package-tasks.ts'

type Task = (file: TaskFile) => unknown

/**
 * The taint analysis makes up two thirds of the program's code. Children that only read files are short-lived and do
 * not load it.
 */
const taintAnalysis = 'follow-project'

/** Each loader imports only the code of its task. */
const loaders: Readonly<Record<string, () => Promise<Task>>> = {
  ...packageTasks,
  [taintAnalysis]: async () => (await import('./analyze-project.ts')).analyzeProject,
  'lower-source-file': async () => (await import('./lower-source-file.ts')).lowerSourceFile,
  'read-source-file': async () => (await import('./read-source-file.ts')).readSourceFile,
  'read-source-map': async () => (await import('./source-maps/read-source-map.ts')).readSourceMap,
}

/** Tasks that child processes run on project files, by the names that `IsolatedWork.run` takes. */
export const tasks: IsolatedTasks = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, async (file: TaskFile) => (await load())(file)]),
)

/**
 * Preloads the given tasks in a child, or all tasks except the taint analysis. Also runs each task once, because
 * parsers load most of their code with the first file in a language, and archive readers with the first archive.
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

/** The first archive also starts the zlib threads, which the child's seccomp filter would block later. */
const firstFiles: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  'lower-source-file': firstSources,
  'read-source-file': firstSources,
  'unpack-archive': { tar: gzipSync(Buffer.alloc(1024)), wheel: Buffer.from('first') },
}
const alone = { beside: () => undefined, isBeside: () => false, send: () => {} }
