import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { parseSync, Visitor } from 'oxc-parser'
import { commands } from '../src/cli/catalogue.ts'
import { bundledSource } from './bundled-source.ts'
import { bundleSettings, externalPackages, licensesOf, smallerPackages } from './bundled-packages.ts'
import { bundlePackages, packagesOnDemand } from './packages-on-demand.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folder of the bundles in a build. */
export const bundleName = 'bundle'

/** The CycloneDX library tries to load optional packages that are not installed. */
const external = [...externalPackages, '@cyclonedx/cyclonedx-library']

/**
 * Bundles the command line and the engine with their packages into one CommonJS file. Node then loads one file instead
 * of 1,500. Each module runs when it is first imported. ES modules would load all modules, including those of Node, at
 * the start. `engine.js` exports the engine from the bundle. `licenses.txt` contains the licenses of the packages.
 *
 * @param folder folder of the build
 */
export async function bundleCommandLine(folder: string): Promise<void> {
  const { metafile } = await build({
    ...bundleSettings,
    stdin: { contents: entry, resolveDir: folder },
    outfile: `${folder}/${bundleName}/assay.cjs`,
    format: 'cjs',
    // In CommonJS, esbuild makes `import.meta` an empty object.
    logOverride: { 'empty-import-meta': 'error' },
    external,
    plugins: [ownLocations(folder), serviceOutside(folder), packageOfAssay, ...smallerPackages, packagesOnDemand('..')],
  })
  await bundlePackages(folder, metafile)
  writeFileSync(`${folder}/${bundleName}/engine.js`, libraryEntry(`${folder}/engine/index.js`))
  const sdkLicense = readFileSync(`${folder}/mcp/sdk.license.txt`, 'utf8')
  writeFileSync(`${folder}/${bundleName}/licenses.txt`, `${licensesOf(metafile)}\n${sdkLicense}`)
}

/** Loads each part on its first call. */
const entry = `
  export const commandLine = () => import('./cli/main.js')
  export const engine = () => import('./engine/index.js')
`

/** Returns a module that lists the exports of the engine. Node would search the whole bundle for exports otherwise. */
function libraryEntry(index: string): string {
  const { staticExports } = parseSync(index, readFileSync(index, 'utf8')).module
  const names = staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName: { name } }) => name ?? []))
  return `import { createRequire } from 'node:module'
const { engine } = createRequire(import.meta.url)('./assay.cjs')
export const { ${names.join(', ')} } = await engine()
`
}

/** Bundled modules keep their own URLs, because they use them to locate files of the installation. */
function ownLocations(folder: string): Plugin {
  return {
    name: 'own-locations',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(`${folder}/`)) return undefined
        const fromBundle = JSON.stringify(relative(`${folder}/${bundleName}`, path))
        const address = `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${fromBundle})).href`
        return { contents: withUrl(path, bundledSource(path), address), loader: 'js' }
      })
    },
  }
}

/** Replaces `import.meta.url` in code. The examples of rules contain it as text, which stays unchanged. */
function withUrl(path: string, text: string, address: string): string {
  const url = 'import.meta.url'
  if (!text.includes(url)) return text
  const places: number[] = []
  new Visitor({ MetaProperty: ({ start }) => void places.push(start) }).visit(parseSync(path, text).program)
  let result = text
  for (const place of places.sort((one, other) => other - one))
    if (text.startsWith(url, place)) result = result.slice(0, place) + address + result.slice(place + url.length)
  return result
}

/** Commands that use the service are not bundled. They load the modules of the service. */
function serviceOutside(folder: string): Plugin {
  const ofService = new Set(
    commands.flatMap(({ name, worksWithoutService }) =>
      worksWithoutService === true ? [] : `${folder}/cli/${name.replaceAll(' ', '-')}.js`,
    ),
  )
  return {
    name: 'service-outside',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer }) => {
        const imported = join(dirname(importer), path)
        if (!imported.startsWith(`${folder}/service/`) && !ofService.has(imported)) return undefined
        return { path: relative(`${folder}/${bundleName}`, imported), external: true }
      })
    },
  }
}

/** The folder of an unfinished build has no parent folder with a `package.json`. */
const packageOfAssay: Plugin = {
  name: 'package-of-assay',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:\.\.\/)+package\.json$/ }, () => ({ path: `${root}package.json` }))
  },
}
