import type { NotAnalyzed, NotAnalyzedItem } from '../model/not-analyzed.ts'

/** Plural headings for the kinds of material that a scan does not analyze. */
export const notAnalyzedNames: Readonly<Record<NotAnalyzedItem['kind'], string>> = {
  'container-image': 'Container images',
  'remote-script': 'Scripts on other hosts',
  'vendored-library': 'Copies of JavaScript libraries',
  archive: 'Archives',
  binary: 'Compiled files',
  submodule: 'Git submodules',
  'system-packages': 'System packages',
  'build-tools': 'Build tools',
  infrastructure: 'Deployment modules',
}

/** Groups the listed items by kind. */
export function notAnalyzedByKind({
  items,
}: NotAnalyzed): { readonly heading: string; readonly items: readonly NotAnalyzedItem[] }[] {
  return [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, of]) => ({
    heading: notAnalyzedNames[kind],
    items: of,
  }))
}

/** Formats an item, for example `node:24 (Dockerfile:1)` or `lib/server.jar`. */
export function notAnalyzedText({ path, line, name }: NotAnalyzedItem): string {
  const place = line === undefined ? path : `${path}:${line}`
  return name === undefined ? place : `${name} (${place})`
}
