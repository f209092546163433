import { gzipSync } from 'node:zlib'
import type { IsolatedTasks, TaskFile } from '../isolation/isolation.ts'
import type { DeriveHead } from '../reachability/tasks/derive-from-archives.ts'
import { packParts } from '../reachability/tasks/packed-parts.ts'
import { archiveOf, firstPackages } from '../reachability/tasks/first-packages.ts'
import { packageTasks } from '../inventory/package-tasks.ts'
import { separateTasks } from './separate-tasks.ts'
import { snapshotTasks } from './snapshot-modules.ts'

type Task = (file: TaskFile) => unknown

/** Each loader imports only the code of its task. */
const loaders: Readonly<Record<string, () => Promise<Task>>> = {
  ...packageTasks,
  'derive-functions': async () => (await import('../reachability/tasks/derive-from-archives.ts')).deriveFromArchives,
  'follow-project': async () => (await import('./analyze-project.ts')).analyzeProject,
  'judge-reachability': async () => (await import('../reachability/tasks/judge-task.ts')).judgeInChild,
  'list-capabilities': async () => (await import('../reachability/tasks/list-capabilities.ts')).listCapabilities,
  'lower-source-file': async () => (await import('./lower-source-file.ts')).lowerSourceFile,
  'read-source-file': async () => (await import('./read-source-file.ts')).readSourceFile,
  'read-source-map': async () => (await import('./source-maps/read-source-map.ts')).readSourceMap,
  'summarize-package': async () => (await import('../reachability/tasks/summarize-archive.ts')).summarizeArchive,
  'summarize-source-file': async () =>
    (await import('../reachability/tasks/summarize-source-file.ts')).summarizeSourceFile,
}

/** Tasks that child processes run on project files, by the names that `IsolatedWork.run` takes. */
export const tasks: IsolatedTasks = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, async (file: TaskFile) => (await load())(file)]),
)

/**
 * Preloads the given tasks in a child, or all tasks except `separateTasks`. Also runs each task once, because
 * parsers load most of their code with the first file in a language, and archive readers with the first archive.
 */
export async function prepare(only: readonly string[] | undefined): Promise<void> {
  for (const name of only ?? Object.keys(loaders).filter((each) => !separateTasks.has(each))) {
    const task = await loaders[name]?.()
    for (const [path, content] of Object.entries(firstFiles[name] ?? {})) await task?.({ path, content, ...alone })
  }
}

/** Loads the modules of the tasks in a snapshot, and the readers that work without native code. */
export async function evaluate(): Promise<void> {
  for (const name of snapshotTasks) await loaders[name]?.()
  for (const name of tasksWithoutNativeCode) await prepare([name])
}

/** Tasks whose first files need no native code. A snapshot cannot contain native code. */
const tasksWithoutNativeCode = ['unpack-archive']

const firstSources = {
  'first.js': Buffer.from('import "first"'),
  'first.ts': Buffer.from('import "first"'),
  'first.tsx': Buffer.from('import "first"'),
  'first.py': Buffer.from('import first'),
}

const firstArchive = gzipSync(Buffer.alloc(1024))

const firstDerivation = packParts({
  head: {
    fixes: [
      {
        release: { ecosystem: 'npm', name: 'first', affectedVersion: '1.0.0', fixedVersion: '1.0.1' },
        archives: [0, 1],
      },
    ],
    kinds: ['tar', 'tar'],
  } satisfies DeriveHead,
  parts: [archiveOf(firstSources['first.js']), archiveOf(Buffer.from('import "second"'))],
})

/** The first archive also starts the zlib threads, which the child's seccomp filter would block later. */
const firstFiles: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  'derive-functions': { archives: firstDerivation },
  'lower-source-file': firstSources,
  'read-source-file': firstSources,
  'summarize-package': firstPackages,
  'summarize-source-file': { 'first.js': firstSources['first.js'], 'first.py': firstSources['first.py'] },
  'unpack-archive': { tar: firstArchive, wheel: Buffer.from('first') },
}
const alone = { beside: () => undefined, isBeside: () => false, send: () => {} }
