import { writeFileSync } from 'node:fs'
import { build, type Metafile } from 'esbuild'
import { licensesOf } from './bundled-packages.ts'
import { programSettings } from './bundled-programs.ts'

/** Folder of the bundles in a build. The package of the command line does not contain it. */
const bundleName = 'processes'

/** Programs that a worker starts for scans. */
const programs = ['scan-process', 'fetcher/fetcher'] as const

/**
 * Bundles each process of scans with its packages into a CommonJS file. They then start with half of the CPU time and
 * two thirds of the memory (measured: 245 ms and 38 MB for a scan process, instead of 475 ms and 58 MB).
 *
 * @param folder folder of the build
 * @returns Metafile of the bundles, without the packages that they load on demand
 */
export async function bundleScanProcesses(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    ...programSettings(folder, bundleName),
    entryPoints: programs.map((name) => `${folder}/service/scans/process/${name}.js`),
    outdir: `${folder}/${bundleName}`,
    entryNames: '[name]',
    outExtension: { '.js': '.cjs' },
  })
  writeFileSync(`${folder}/${bundleName}/licenses.txt`, licensesOf(metafile))
  return metafile
}
