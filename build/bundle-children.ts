import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { bundledSource } from './bundled-source.ts'
import { bundleSettings, noCollator, englishOnly, externalPackages, licensesOf } from './bundled-packages.ts'
import { packagesOnDemand } from './packages-on-demand.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** CommonJS packages in a bundle call `require` for Node's modules. */
const banner =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** Modules that child processes load. */
const childEntries = ['isolation/child', 'isolation/programs/launch', 'analysis/tasks'] as const

/**
 * Bundles the modules that child processes load, with their packages. A bundle has the same path in `children` as its
 * module in `engine`, and each task has a chunk. A child that reads a lockfile then takes 70 ms of CPU time instead of
 * 200 ms (measured). It has no compile cache, which would need write access. A confined child cannot
 * open files, so the chunks contain all packages.
 *
 * @param folder folder of the build
 */
export async function bundleChildren(folder: string): Promise<void> {
  const { metafile } = await build({
    ...bundleSettings,
    entryPoints: childEntries.map((path) => `${folder}/engine/${path}.js`),
    outbase: `${folder}/engine`,
    outdir: `${folder}/children`,
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: banner },
    external: externalPackages,
    plugins: [ownSources(folder), englishOnly, noCollator, packagesOnDemand()],
  })
  const inputs = { ...metafile.inputs, ...(await bundlePackageChild(folder)).inputs }
  writeFileSync(`${folder}/children/licenses.txt`, licensesOf({ ...metafile, inputs }))
}

/**
 * Bundles the module from which children that summarize packages start. A snapshot is created from one CommonJS file,
 * and cannot contain native code.
 */
async function bundlePackageChild(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    ...bundleSettings,
    entryPoints: [`${folder}/engine/analysis/package-child.js`],
    outfile: `${folder}/children/analysis/package-child.js`,
    format: 'cjs',
    define: { 'import.meta.url': 'packageChild' },
    banner: { js: "const packageChild = require('node:url').pathToFileURL(__filename).href;" },
    nodePaths: [`${root}node_modules`],
    external: ['koffi'],
    plugins: [ownSources(folder), nativeParserOnDemand, englishOnly, noCollator, packagesOnDemand()],
  })
  return metafile
}

/** oxc-parser loads its native code when it is imported. In a snapshot, the first call loads it. */
const nativeParserOnDemand: Plugin = {
  name: 'native-parser-on-demand',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/bindings\.js$/ }, ({ path, importer }) =>
      /\/oxc-parser\/src-js\//.test(importer) ? { path, namespace: 'native-parser' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'native-parser' }, () => ({ contents: nativeParser, loader: 'js' }))
    onLoad({ filter: /\/oxc-parser\/src-js\/(?:index|raw-transfer\/\w+)\.js$/ }, ({ path }) => ({
      // esbuild then bundles the files that the package requires.
      contents: readFileSync(path, 'utf8').replace('const require = createRequire(import.meta.url);', ''),
      loader: 'js',
    }))
  },
}

const nativeParser = `
let native
const member = (name) => {
  const requireFrom = process.getBuiltinModule('node:module').createRequire
  native ??= requireFrom(requireFrom(packageChild).resolve('oxc-parser'))('./bindings.js')
  return native[name]
}
const callable = (name) => (...args) => member(name)(...args)
${['getBufferOffset', 'parse', 'parseRaw', 'parseRawSync', 'parseSync', 'rawTransferSupported']
  .map((name) => `export const ${name} = callable('${name}')`)
  .join('\n')}
${['ExportExportNameKind', 'ExportImportNameKind', 'ExportLocalNameKind', 'ImportNameKind', 'ParseResult', 'Severity']
  .map((name) => `export const ${name} = undefined`)
  .join('\n')}`

function ownSources(folder: string): Plugin {
  return {
    name: 'own-sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) =>
        path.startsWith(`${folder}/`) ? { contents: bundledSource(path), loader: 'js' } : undefined,
      )
    },
  }
}
