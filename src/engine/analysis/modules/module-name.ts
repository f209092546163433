/**
 * The name by which models know a module outside of the project: without `node:`, `fs/promises` as `fs.promises`, deep
 * paths of packages as they are, without extension. Names that begin with NUL are for what a search keeps for itself.
 */
export function moduleName(specifier: string): string {
  const name = specifier
    .replaceAll('\0', '')
    .replace(/^node:/, '')
    .replace(/\.(?:js|mjs|cjs)$/, '')
  if (!/^[a-z_0-9]+\/[a-z_0-9/]+$/.test(name)) return name
  const [first = '', ...rest] = name.split('/')
  return builtInFolders.has(first) ? [first, ...rest].join('.') : name
}

/** Modules of Node.js that have modules below them. */
const builtInFolders: ReadonlySet<string> = new Set([
  'fs',
  'dns',
  'path',
  'stream',
  'timers',
  'util',
  'readline',
  'assert',
  'inspector',
])
