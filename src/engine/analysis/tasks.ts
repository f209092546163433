import type { IsolatedTasks } from '../isolation/isolation.ts'
import { readSourceFile } from './read-source-file.ts'

/**
 * What children do with source files and their maps, by the names that `IsolatedWork.run` takes. What follows data is
 * loaded by the child that does it alone: it is two thirds of the program, and children that read files come and go.
 */
export const tasks: IsolatedTasks = {
  'follow-project': async (file) => (await import('./analyze-project.ts')).analyzeProject(file),
  'join-manifests': async (file) => (await import('../inventory/project/join-task.ts')).joinManifests(file),
  'lower-source-file': async (file) => (await import('./lower-source-file.ts')).lowerSourceFile(file),
  'read-manifest': async (file) => (await import('../inventory/project/read-manifest.ts')).readManifest(file),
  'read-source-file': readSourceFile,
  'read-source-map': async (file) => (await import('./source-maps/read-source-map.ts')).readSourceMap(file),
}

// Parsers load the greater part of themselves with their first file: better before any scan waits for it.
readSourceFile({ path: 'first.ts', content: Buffer.from('import "first"') })
readSourceFile({ path: 'first.py', content: Buffer.from('import first') })
