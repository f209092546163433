import { deflateSync } from 'node:zlib'
import type { IsolatedModule, IsolatedTasks } from '../../../../src/engine/isolation/isolation.ts'

// Child processes may read the build but not the sources.
const built = new URL('../../../../dist/engine/analysis/tasks.js', import.meta.url).href
const { tasks: own, prepare }: IsolatedModule = await import(built)
export { prepare }

/** Text that a compromised child chooses: it reverses the text direction, ends the line, and is too long. */
const lie = `\u202egood\n\u001b[2J${'all is well '.repeat(2_000)}`
const slices = (items: readonly object[]) => [deflateSync(JSON.stringify(items)).toString('base64')]
const named = { first: [lie], count: 1 }

/** The tasks of the service, but children that join manifests, judge code, or list capabilities are compromised. */
export const tasks: IsolatedTasks = {
  ...own,
  'judge-reachability': () => ({
    results: [{ status: 'unknown', functions: [lie], reason: 'dynamic-code', detail: lie }],
    neededForDevelopment: [lie],
  }),
  'list-capabilities': () => [{ capabilities: [], unreadFiles: 1, firstUnread: lie.slice(0, 1_000) }],
  'join-manifests': () => ({
    components: slices([
      { ecosystem: 'npm', name: lie, version: lie, purl: lie, direct: true, dev: false, introducedBy: [] },
    ]),
    unresolved: slices([{ name: lie, requested: lie, requiredBy: lie, reason: lie }]),
    unreadable: slices([{ path: lie, reason: lie }]),
    wanted: slices([]),
    complete: true,
    method: lie,
    summary: {
      lockfiles: named,
      manifests: named,
      isAnyRead: true,
      belowNodeModules: 0,
      unreadableOfDevelopment: { first: [], count: 0 },
    },
    reading: {
      packages: slices([]),
      unread: slices([{ path: lie, reason: lie, kind: 'packages' }]),
      locked: slices([]),
      asking: slices([]),
      unlocked: slices([]),
    },
  }),
}
