import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { bundleSettings, licensesOf } from './bundled-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Parsers and other packages that most runs of a program do not need. They load on the first call of an export. */
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

/** Folder of the bundles of these packages in a build. */
const packagesFolder = 'packages'

/**
 * Bundles the packages that programs need into a file each. Node would otherwise read and parse their code together
 * with the program.
 *
 * @param folder folder of the build
 * @param programs metafiles of the programs' bundles
 */
export async function bundlePackages(folder: string, programs: readonly Metafile[]): Promise<void> {
  const needed = packages.filter((name) => programs.some(({ inputs }) => `${namespace}:${name}` in inputs))
  const { metafile } = await build({
    ...bundleSettings,
    entryPoints: needed.map((name) => ({ in: name, out: fileNameOf(name) })),
    outdir: `${folder}/${packagesFolder}`,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  })
  writeFileSync(`${folder}/${packagesFolder}/licenses.txt`, licensesOf(metafile))
}

/** Returns a package's file name without the extension. */
const fileNameOf = (name: string) => name.replace('@', '').replace('/', '-')

/**
 * Replaces packages with modules that have the same functions, classes, and objects, and load the package on first use.
 * The command line and child processes then run a third less code at startup. Classes support `new` and `instanceof`,
 * but cannot be extended.
 *
 * @param toBuild relative path from the bundle to the folder of the build, which contains the packages. Undefined if
 *   the bundle itself must contain them.
 */
export function packagesOnDemand(toBuild?: string): Plugin {
  const fileOf = (name: string) =>
    toBuild === undefined ? name : `${toBuild}/${packagesFolder}/${fileNameOf(name)}.cjs`
  return {
    name: 'packages-on-demand',
    setup({ onResolve, onLoad }) {
      const names = packages.map((name) => name.replaceAll('/', String.raw`\/`))
      onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path, importer, namespace: of, kind }) => {
        if (of === namespace || kind !== 'import-statement' || isOfPackage(importer)) return undefined
        return { path, namespace }
      })
      onResolve({ filter: /\.cjs$/ }, ({ path, namespace: of }) =>
        of === namespace ? { path, external: true } : undefined,
      )
      onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
        contents: await moduleOf(path, fileOf(path)),
        resolveDir: root,
        loader: 'js',
      }))
    },
  }
}

/** Whether a module belongs to a package. Builds are in a folder below `node_modules`. */
function isOfPackage(path: string): boolean {
  return path
    .slice(root.length)
    .replace(/^node_modules\/\.cache\//, '')
    .includes('node_modules/')
}

async function moduleOf(name: string, file: string): Promise<string> {
  const exported: Readonly<Record<string, unknown>> = await import(name)
  const lines = Object.entries(exported).flatMap(([key, value]) => {
    if (!/^[\w$]+$/.test(key)) return []
    const of = `${JSON.stringify(key)}`
    const member =
      typeof value === 'function' ? `callable(${of})` : typeof value === 'object' ? `properties(${of})` : undefined
    if (member === undefined) return []
    return [key === 'default' ? `export default ${member}` : `const ${key}_ = ${member}; export { ${key}_ as ${key} }`]
  })
  return `${loader(file)}\n${lines.join('\n')}\n`
}

/** The default import of a CommonJS package is its whole `exports` object. */
const loader = (file: string) => `
let loaded
function member(key) {
  loaded ??= require(${JSON.stringify(file)})
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
