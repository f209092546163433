import { manifestTasks } from '../inventory/project/manifest-tasks.ts'
import { taintLimits } from '../analysis/taint-limits.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { sourceFilesOf } from './source-files.ts'

/** Tasks of a child that scans a whole small project. */
const projectTasks = [...manifestTasks, 'read-source-file', 'lower-source-file', 'follow-project'] as const

/** Tasks of a child that is started before the source is fetched. Most sources are small. */
export const tasksBeforeFetch = ['unpack-archive', ...projectTasks] as const

/**
 * Returns the tasks of the first child for a folder. A child cannot open files, so it loads the code of all its tasks
 * at the start. Undefined means all tasks except the separate ones. In a large project, the taint analysis gets
 * a child of its own.
 */
export async function firstTasksOf(snapshot: Snapshot, signal: AbortSignal): Promise<readonly string[] | undefined> {
  let bytes = 0
  for await (const { file } of sourceFilesOf(snapshot, signal)) bytes += file.size
  if (bytes === 0) return manifestTasks
  return bytes <= taintLimits.maxScanChildBytes ? projectTasks : undefined
}
