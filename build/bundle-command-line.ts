import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { commands } from '../src/cli/catalogue.ts'
import { licensesOf } from './bundled-packages.ts'
import { programSettings } from './bundled-programs.ts'

/** Folder of the bundle in a build. */
const bundleName = 'bundle'

/**
 * Bundles the command line and the engine with their packages into one CommonJS file. Node then loads one file instead
 * of 1,500. Each module runs when it is first imported. ES modules would load all modules, including those of Node, at
 * the start. `engine.js` exports the engine from the bundle. `licenses.txt` contains the licenses of the packages.
 *
 * @param folder folder of the build
 * @returns Metafile of the bundle, without the packages that it loads on demand
 */
export async function bundleCommandLine(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    ...programSettings(folder, bundleName, [serviceOutside(folder)]),
    stdin: { contents: entry, resolveDir: folder },
    outfile: `${folder}/${bundleName}/assay.cjs`,
  })
  writeFileSync(`${folder}/${bundleName}/engine.js`, libraryEntry(`${folder}/engine/index.js`))
  const sdkLicense = readFileSync(`${folder}/mcp/sdk.license.txt`, 'utf8')
  writeFileSync(`${folder}/${bundleName}/licenses.txt`, `${licensesOf(metafile)}\n${sdkLicense}`)
  return metafile
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
