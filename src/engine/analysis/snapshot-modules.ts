/** Modules from which children start faster, by the only task that these children run. See `ChildSnapshot`. */
export const snapshotModules: Readonly<Record<string, URL>> = {
  'summarize-package': new URL('package-child.ts', import.meta.url),
}
