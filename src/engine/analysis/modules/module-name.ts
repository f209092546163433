/**
 * Returns the name that models use for an external module: without `node:` and the extension, and with `fs.promises`
 * for `fs/promises`. Keeps `node:` if Node.js requires it, because the rest is then the name of a package. Deep package
 * paths are kept. NUL is removed, because names that start with it are internal.
 */
export function moduleName(specifier: string): string {
  const name = specifier
    .replaceAll('\0', '')
    .replace(optionalPrefix, '')
    .replace(/\.(?:js|mjs|cjs)$/, '')
  if (!/^[a-z_0-9]+\/[a-z_0-9/]+$/.test(name)) return name
  const [first = '', ...rest] = name.split('/')
  return builtInFolders.has(first) ? [first, ...rest].join('.') : name
}

/** Prefix of a Node.js module that can also be imported without it. */
export const optionalPrefix = /^node:(?!(?:sqlite|test|sea)(?:$|\/))/

/** Node.js modules that have submodules. */
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
