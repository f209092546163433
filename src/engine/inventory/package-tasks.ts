import type { TaskFile } from '../isolation/isolation.ts'

/** Child process tasks for archives and manifests, by the names that are passed to `IsolatedWork.run`. */
export const packageTasks: Readonly<Record<string, () => Promise<(file: TaskFile) => unknown>>> = {
  'forget-manifests': async () => (await import('./project/read-manifest.ts')).forgetManifests,
  'join-manifests': async () => (await import('./project/join-task.ts')).joinManifests,
  'read-manifest': async () => (await import('./project/read-manifest.ts')).readManifest,
  'read-repository-file': async () => (await import('./maven-walk/read-repository-file.ts')).readRepositoryFile,
  'unpack-archive': async () => (await import('../sources/archives/unpack-task.ts')).unpackInChild,
}
