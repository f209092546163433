import { deflateSync } from 'node:zlib'

export const slices = (items: readonly object[]) => [deflateSync(JSON.stringify(items)).toString('base64')]

/** A valid result of the task that merges manifests, for a project with a `requirements.txt`. */
export const joinAnswer = {
  components: slices([]),
  unresolved: slices([]),
  unreadable: slices([{ path: 'requirements.txt', reason: 'no-json' }]),
  wanted: slices([]),
  complete: true,
  summary: {
    lockfiles: { first: ['requirements.txt'], count: 1 },
    manifests: { first: [], count: 0 },
    isAnyRead: true,
    belowNodeModules: 0,
    unreadableOfDevelopment: { first: [], count: 0 },
  },
  reading: {
    packages: slices([]),
    unread: slices([{ path: 'requirements.txt', reason: { code: 'size-limit', size: 7 } }]),
    locked: slices([]),
    asking: slices([]),
    unlocked: slices([]),
  },
}
