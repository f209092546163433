import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Parsers and other packages that most runs of a program do not need. Their code runs on the first call of an export.
 */
const packages = [
  '@babel/parser',
  '@scure/base',
  '@yarnpkg/parsers',
  'ae-cvss-calculator',
  'cli-table3',
  'fast-xml-parser',
  'htmlparser2',
  'npm-pick-manifest',
  'smol-toml',
  'ssri',
  'tar',
  'yaml',
]

const namespace = 'on-demand'

/**
 * Replaces packages with modules that have the same functions, classes, and objects, and load the package on first use.
 * The command line and child processes then run a third less code at startup. Classes support `new` and `instanceof`,
 * but cannot be extended.
 */
export const packagesOnDemand: Plugin = {
  name: 'packages-on-demand',
  setup({ onResolve, onLoad }) {
    const names = packages.map((name) => name.replaceAll('/', String.raw`\/`))
    onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, importer, namespace: of, kind }) => {
      if (of === namespace || kind !== 'import-statement' || isOfPackage(importer)) return undefined
      return { path, namespace }
    })
    onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
      contents: await moduleOf(path),
      resolveDir: root,
      loader: 'js',
    }))
  },
}

/** Whether a module belongs to a package. Builds are in a folder below `node_modules`. */
function isOfPackage(path: string): boolean {
  return path
    .slice(root.length)
    .replace(/^node_modules\/\.cache\//, '')
    .includes('node_modules/')
}

async function moduleOf(name: string): Promise<string> {
  const exported: Readonly<Record<string, unknown>> = await import(name)
  const lines = Object.entries(exported).flatMap(([key, value]) => {
    if (!/^[\w$]+$/.test(key)) return []
    const of = `${JSON.stringify(key)}`
    const member =
      typeof value === 'function' ? `callable(${of})` : typeof value === 'object' ? `properties(${of})` : undefined
    if (member === undefined) return []
    return [key === 'default' ? `export default ${member}` : `const ${key}_ = ${member}; export { ${key}_ as ${key} }`]
  })
  return `${loader(name)}\n${lines.join('\n')}\n`
}

/** The default import of a CommonJS package is its whole `exports` object. */
const loader = (name: string) => `
let loaded
function member(key) {
  loaded ??= require(${JSON.stringify(name)})
  return key === 'default' && !(loaded.__esModule && 'default' in loaded) ? loaded : loaded[key]
}
function callable(key) {
  function onDemand(...args) {
    return new.target === undefined ? member(key)(...args) : new (member(key))(...args)
  }
  return Object.defineProperty(onDemand, Symbol.hasInstance, { value: (value) => value instanceof member(key) })
}
function properties(key) {
  return new Proxy({}, { get: (_, name) => member(key)[name] })
}`
