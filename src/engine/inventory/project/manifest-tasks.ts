import type { SharedTasks } from '../../isolation/isolation.ts'

/** Tasks that read manifests and lockfiles. Their parsers are JavaScript. */
export const manifestTasks = ['read-manifest', 'join-manifests'] as const

/** Lets a call that scans several folders for the same user read all of their manifests in one child process. */
export const sharedManifestTasks: SharedTasks = { tasks: manifestTasks, forget: 'forget-manifests' }
