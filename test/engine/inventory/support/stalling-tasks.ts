import type { IsolatedModule, IsolatedTasks, TaskFile } from '../../../../src/engine/isolation/isolation.ts'

// Child processes may read the build but not the sources.
const built = new URL('../../../../dist/engine/analysis/tasks.js', import.meta.url).href
const { tasks: own, prepare }: IsolatedModule = await import(built)
export { prepare }

/**
 * Runs a task after an optional fault in the file's text: `computes without end`, `ends its process`, `throws`, or `is
 * killed`.
 */
const before = (task: string) => (file: TaskFile) => {
  const text = file.content.toString()
  if (text.includes(`${task} computes without end`)) for (;;);
  if (text.includes(`${task} ends its process`)) process.exit(1)
  if (text.includes(`${task} throws`)) throw new Error('a fault of ours')
  if (text.includes(`${task} is killed`)) process.kill(process.pid, 'SIGKILL')
  return own[task]?.(file)
}

/** The tasks of the service. The text of a file can simulate faults in readers. */
export const tasks: IsolatedTasks = {
  ...own,
  'read-manifest': before('read-manifest'),
  'join-manifests': before('join-manifests'),
}
