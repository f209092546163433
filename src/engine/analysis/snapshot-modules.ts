const module = new URL('snapshot-child.ts', import.meta.url)

/** Tasks of children that can start from the snapshot. Other tasks are rare, and would make every child slower. */
export const snapshotTasks = [
  'follow-project',
  'forget-manifests',
  'join-manifests',
  'lower-source-file',
  'read-manifest',
  'read-repository-file',
  'read-source-file',
  'read-source-map',
  'summarize-package',
  'unpack-archive',
] as const

/** Modules from which children start faster, by their tasks. See `ChildSnapshot`. */
export const snapshotModules: Readonly<Record<string, URL>> = Object.fromEntries(
  snapshotTasks.map((task) => [task, module]),
)
