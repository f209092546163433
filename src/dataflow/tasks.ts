import type { IsolatedTasks } from '../isolation/isolation.ts'
import { followProject } from './follow-project.ts'
import { lowerSourceFile } from './lower-source-file.ts'
import { readSourceFile } from './read-source-file.ts'

/** What children do with source files, by the names that `IsolatedWork.run` takes. */
export const tasks: IsolatedTasks = { 'follow-project': followProject, 'lower-source-file': lowerSourceFile, 'read-source-file': readSourceFile }

// Parsers load the greater part of themselves with their first file: better before any scan waits for it.
readSourceFile({ path: 'first.ts', content: Buffer.from('import "first"') })
readSourceFile({ path: 'first.py', content: Buffer.from('import first') })
