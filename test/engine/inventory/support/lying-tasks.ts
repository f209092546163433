import { joinAnswer, slices } from './join-answers.ts'
import type { IsolatedModule, IsolatedTasks } from '../../../../src/engine/isolation/isolation.ts'

// Child processes may read the build but not the sources.
const built = new URL('../../../../dist/engine/analysis/tasks.js', import.meta.url).href
const { tasks: own, prepare }: IsolatedModule = await import(built)
export { prepare }

/** Text that a compromised child chooses: it reverses the text direction, ends the line, and is too long. */
const lie = `\u202egood\n\u001b[2J${'all is well '.repeat(2_000)}`

/** File whose reader is compromised. */
const unreadable = 'unreadable/requirements.txt'

/** The tasks of the service, but children that join manifests, judge code, or list capabilities are compromised. */
export const tasks: IsolatedTasks = {
  ...own,
  'judge-reachability': () => ({
    results: [{ status: 'unknown', functions: [lie], reason: 'dynamic-code', detail: lie }],
    neededForDevelopment: [lie],
  }),
  'list-capabilities': () => [{ capabilities: [], unreadFiles: 1, firstUnread: lie.slice(0, 1_000) }],
  'join-manifests': ({ content }) => {
    const unresolved = { name: lie, requested: lie, requiredBy: lie, reason: 'no-lockfile' }
    const component = { ecosystem: 'npm', name: lie, version: lie, purl: lie, direct: true, dev: false }
    return {
      ...joinAnswer,
      components: slices([{ ...component, introducedBy: [] }]),
      ...(content.includes(unreadable) && { unreadable: slices([{ path: unreadable, reason: 'as-known' }]) }),
      unresolved: slices([content.includes('prose/') ? { ...unresolved, reason: lie } : unresolved]),
    }
  },
  'read-manifest': (file) => (file.path === unreadable ? { unreadable: lie } : own['read-manifest']?.(file)),
}
