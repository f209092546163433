/** Module of another package, according to a file path in a bundle. */
export interface ClaimedModule {
  /** Package name: `express`, `@modelcontextprotocol/sdk`. */
  readonly packageName: string
  /** Specifier that imports the module: `express`, `@modelcontextprotocol/sdk/server/mcp.js`. */
  readonly specifier: string
}

const packageShape = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i

/** Build output folders in packages. Import specifiers do not contain them. */
const builtFolder = new RegExp(
  String.raw`^(?:dist|build|lib|src|esm|cjs|es|es6|es5|node|umd|mjs|module|commonjs|main|es2015|dist-node|` +
    String.raw`dist-src|dist-cjs|dist-es|_esm|_cjs|source|bundles?|out|compiled|output|production|development|` +
    String.raw`min|npm|target|pkg)$`,
  'i',
)

/** Prefixes that bundlers add to module paths: esbuild's `(disabled):`, webpack's loaders. */
const decoration = /^(?:\(disabled\):|[\w-]+:|.*!)/

/**
 * Maximum length of a module path. Operating systems allow at most 4,096 characters. A longer path would cost memory
 * for every variable below it and would add no information.
 */
const maxPathLength = 1_000

/**
 * Parses a path below `node_modules` that a bundler wrote next to a module's code. Supports the folder layouts of npm,
 * pnpm, yarn, and bun. Undefined for any other path. The result is not verified, because an author can write any path.
 */
export function claimedModule(path: string): ClaimedModule | undefined {
  const at = path.lastIndexOf('node_modules/')
  if (at < 0 || path.length > maxPathLength) return undefined
  const [inner = ''] = path
    .slice(at + 'node_modules/'.length)
    .replace(decoration, '')
    .split(/[?#\s]/)
  const segments = inner.split('/')
  const packageName = segments.splice(0, inner.startsWith('@') ? 2 : 1).join('/')
  if (!packageShape.test(packageName) || packageName.length > 214) return undefined
  return { packageName, specifier: specifierOf(packageName, segments) }
}

function specifierOf(packageName: string, segments: readonly string[]): string {
  const [ending = ''] = /\.[^.]*$/.exec(segments.at(-1) ?? '') ?? []
  const folders = [...segments]
  while (folders.length > 1 && builtFolder.test(folders[0] ?? '')) folders.shift()
  const inner = folders.join('/').slice(0, ending === '' ? undefined : -ending.length)
  const ownName = packageName.slice(packageName.indexOf('/') + 1).replace(/\.[cm]?js$|-js$/, '')
  const isEntry =
    /^(?:index|main|mod|default|browser|external|entry)?(?:[.-].*)?$/i.test(inner) ||
    inner.toLowerCase().split(/[.-](?=cjs|mjs|esm|node|umd|min|module|common)/)[0] === ownName.toLowerCase()
  return isEntry ? packageName : `${packageName}/${inner}.js`
}
