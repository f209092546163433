import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'
import { parseSync, Visitor } from 'oxc-parser'
import { bundledSource } from './bundled-source.ts'
import { bundleSettings, externalPackages, smallerPackages } from './bundled-packages.ts'
import { packagesOnDemand } from './packages-on-demand.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The CycloneDX library tries to load optional packages that are not installed. */
const external = [...externalPackages, '@cyclonedx/cyclonedx-library']

/**
 * Returns the settings for bundles of programs.
 *
 * @param folder folder of the build
 * @param into folder of the bundles in the build
 * @param plugins further plugins
 */
export const programSettings = (folder: string, into: string, plugins: readonly Plugin[] = []) =>
  ({
    ...bundleSettings,
    format: 'cjs',
    // In CommonJS, esbuild makes `import.meta` an empty object.
    logOverride: { 'empty-import-meta': 'error' },
    external,
    plugins: [ownLocations(folder, into), ...plugins, packageOfAssay, ...smallerPackages, packagesOnDemand('..')],
  }) satisfies BuildOptions

/** Bundled modules keep their own URLs, because they use them to locate files of the installation. */
function ownLocations(folder: string, into: string): Plugin {
  return {
    name: 'own-locations',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(`${folder}/`)) return undefined
        const fromBundle = JSON.stringify(relative(`${folder}/${into}`, path))
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

/** The folder of an unfinished build has no parent folder with a `package.json`. */
const packageOfAssay: Plugin = {
  name: 'package-of-assay',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:\.\.\/)+package\.json$/ }, () => ({ path: `${root}package.json` }))
  },
}
