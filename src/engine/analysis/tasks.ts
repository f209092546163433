import type { IsolatedTasks, TaskFile } from '../isolation/isolation.ts'

type Task = (file: TaskFile) => unknown

/** What follows data is two thirds of the program. Children that read files come and go, and do without it. */
const taintAnalysis = 'follow-project'

/** Each loads what its task needs. */
const loaders: Readonly<Record<string, () => Promise<Task>>> = {
  [taintAnalysis]: async () => (await import('./analyze-project.ts')).analyzeProject,
  'forget-manifests': async () => (await import('../inventory/project/read-manifest.ts')).forgetManifests,
  'join-manifests': async () => (await import('../inventory/project/join-task.ts')).joinManifests,
  'lower-source-file': async () => (await import('./lower-source-file.ts')).lowerSourceFile,
  'read-manifest': async () => (await import('../inventory/project/read-manifest.ts')).readManifest,
  'read-source-file': async () => (await import('./read-source-file.ts')).readSourceFile,
  'read-source-map': async () => (await import('./source-maps/read-source-map.ts')).readSourceMap,
}

/** What children do with the files of a project, by the names that `IsolatedWork.run` takes. */
export const tasks: IsolatedTasks = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, async (file: TaskFile) => (await load())(file)]),
)

/**
 * Loads the given tasks of a child, or all but the taint analysis. Parsers load the greater part of themselves with the
 * first file of a language, and other parts for lowering than for reading.
 */
export async function prepare(only: readonly string[] | undefined): Promise<void> {
  for (const name of only ?? Object.keys(loaders).filter((each) => each !== taintAnalysis)) {
    const task = await loaders[name]?.()
    if (name !== 'read-source-file' && name !== 'lower-source-file') continue
    for (const [path, text] of Object.entries(firstFiles)) await task?.({ path, content: Buffer.from(text), ...alone })
  }
}

const firstFiles = {
  'first.js': 'import "first"',
  'first.ts': 'import "first"',
  'first.tsx': 'import "first"',
  'first.py': 'import first',
}
const alone = { beside: () => undefined, isBeside: () => false }
