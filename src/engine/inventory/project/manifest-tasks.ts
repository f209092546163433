import type { SharedTasks } from '../../isolation/isolation.ts'

/** Tasks that read manifests and lockfiles. Their parsers are JavaScript. */
export const manifestTasks = ['read-manifest', 'join-manifests'] as const

/** For one call on several folders of the same person: one child process reads the manifests of all of them. */
export const sharedManifestTasks: SharedTasks = { tasks: manifestTasks, forget: 'forget-manifests' }
