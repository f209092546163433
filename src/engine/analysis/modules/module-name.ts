/**
 * Returns the name that models use for an external module: without `node:` and the extension, and `fs.promises` for
 * `fs/promises`. Deep paths of packages are kept. NUL is removed, because names that start with it are internal.
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

/** Modules of Node.js with submodules. */
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
