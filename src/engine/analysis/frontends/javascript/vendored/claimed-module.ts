/** A module of another package, as the path of its file names it. */
export interface ClaimedModule {
  /** `express`, `@modelcontextprotocol/sdk` */
  readonly packageName: string
  /** What an import would have named: `express`, `@modelcontextprotocol/sdk/server/mcp.js`. */
  readonly specifier: string
}

const packageShape = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i

/** Folders that hold what was built of a package, and that no import of it names. */
const builtFolder = new RegExp(
  String.raw`^(?:dist|build|lib|src|esm|cjs|es|es6|es5|node|umd|mjs|module|commonjs|main|es2015|dist-node|` +
    String.raw`dist-src|dist-cjs|dist-es|_esm|_cjs|source|bundles?|out|compiled|output|production|development|` +
    String.raw`min|npm|target|pkg)$`,
  'i',
)

/**
 * What is in front of the paths of modules that bundlers made of a file: esbuild's `(disabled):`, webpack's loaders.
 */
const decoration = /^(?:\(disabled\):|[\w-]+:|.*!)/

/**
 * Paths of modules are shorter: those of systems have 4,096 characters at most. A longer one costs more than it says,
 * for every variable below it.
 */
const maxPathLength = 1_000

/**
 * Understands a path below `node_modules`, as bundlers write it beside the code of a module, with the folders of npm,
 * pnpm, yarn and bun. Undefined for any other path. Nothing is believed here: a path is text that anybody may write.
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
