import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Metafile, type Plugin } from 'esbuild'
import { bundledOxcParser } from './bundled-oxc-parser.ts'
import { bundledSource } from './bundled-source.ts'
import { bundleSettings, externalPackages, licensesOf, smallerPackages } from './bundled-packages.ts'
import { packagesOnDemand } from './packages-on-demand.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** CommonJS packages in a bundle call `require` for Node's modules. */
const banner =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** Shorter code is read faster. No code depends on names of functions or classes. */
const shorter = { minify: true } as const

/** The highest level would take seconds, and save only a tenth. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

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
    ...shorter,
    entryPoints: childEntries.map((path) => `${folder}/engine/${path}.js`),
    outbase: `${folder}/engine`,
    outdir: `${folder}/children`,
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: banner },
    external: externalPackages.filter((name) => name !== 'oxc-parser'),
    plugins: [ownSources(folder), bundledOxcParser, ...smallerPackages, packagesOnDemand()],
  })
  const inputs = { ...metafile.inputs, ...(await bundleSnapshotChild(folder)).inputs }
  writeFileSync(`${folder}/children/licenses.txt`, licensesOf({ ...metafile, inputs }))
}

/**
 * Bundles the module from which children start faster. A snapshot is created from one CommonJS file, and cannot contain
 * native code. The file is compressed, because it is read only to create a snapshot.
 */
async function bundleSnapshotChild(folder: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    ...bundleSettings,
    ...shorter,
    entryPoints: [`${folder}/engine/analysis/snapshot-child.js`],
    outdir: `${folder}/children`,
    write: false,
    format: 'cjs',
    define: { 'import.meta.url': 'programUrl' },
    nodePaths: [`${root}node_modules`],
    external: ['koffi'],
    plugins: [ownSources(folder), bundledOxcParser, ...smallerPackages, packagesOnDemand()],
  })
  for (const { contents } of outputFiles)
    writeFileSync(`${folder}/children/analysis/snapshot-child.js.br`, brotliCompressSync(contents, compression))
  return metafile
}

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
