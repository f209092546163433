/**
 * Builds `dist` from `src`: one JavaScript file for each source file, without types and comments, the data files, and
 * the digests of the engine. `npm run build` runs it. `assay.js` and the tests run it if the sources have changed or a
 * dependency is not patched.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { applyPatches } from '../patches/patches.js'
import { BuildFailure, failureText } from './build-failure.ts'
import { bundleChildren } from './bundle-children.ts'
import { bundleCommandLine } from './bundle-command-line.ts'
import { bundleScanProcesses } from './bundle-scan-processes.ts'
import { digestsName, engineDigests } from './engine-digests.ts'
import { isBuilt, noteName, sourcesFingerprint } from './ensure-built.js'
import { bundlePackages } from './packages-on-demand.ts'
import { pruneDeclarations } from './prune-declarations.ts'
import { takeLock } from './take-lock.ts'

const fixErrorsAbove = 'The build of Assay failed. Fix the errors above and run the command again.'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the TypeScript compiler with a configuration of this folder. The compiler prints its errors to stderr. */
function compile(configuration: string, ...options: string[]): void {
  const words = [`${root}node_modules/typescript/bin/tsc`, '--project', `${root}build/${configuration}`, ...options]
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new BuildFailure(fixErrorsAbove)
}

/** Patches the dependencies. If a patch does not apply, the error message is a complete sentence. */
function patchDependencies(): void {
  try {
    applyPatches()
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw new BuildFailure(error.message, { cause: error })
    throw error
  }
}

/** Patches the dependencies and writes the build to an empty folder. */
export async function buildInto(folder: string): Promise<void> {
  patchDependencies()
  compile('tsconfig.json', '--outDir', folder)
  for (const path of globSync('**/*', { cwd: `${root}src`, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.ts$|README\.md$|package\.json$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${root}src/`.length))) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    cpSync(`${root}src/${path}`, `${folder}/${path}`)
  }
  bundleSdk(folder)
  await bundled(bundleChildren(folder))
  await bundled(bundlePrograms(folder))
  writeFileSync(`${folder}/${digestsName}`, `${JSON.stringify(engineDigests(folder, root), undefined, 2)}\n`)
}

async function bundlePrograms(folder: string): Promise<void> {
  await bundlePackages(folder, [await bundleCommandLine(folder), await bundleScanProcesses(folder)])
}

/**
 * Bundles the MCP SDK into the module that exports it, with the licenses next to it. The command-line package then
 * needs 1 MB instead of 8.7 MB for the SDK.
 */
function bundleSdk(folder: string): void {
  const module = `${folder}/mcp/sdk.js`
  try {
    buildSync({
      entryPoints: [module],
      outfile: module,
      allowOverwrite: true,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node22.13',
      external: ['zod', 'zod/*'],
      nodePaths: [`${root}node_modules`],
      legalComments: 'inline',
      logLevel: 'warning',
    })
  } catch (error) {
    // esbuild has printed its errors.
    throw new BuildFailure(fixErrorsAbove, { cause: error })
  }
  // The SDK contains Ajv.
  const licenses = ['@modelcontextprotocol/server', 'ajv'].map((name) =>
    readFileSync(`${root}node_modules/${name}/LICENSE`, 'utf8'),
  )
  writeFileSync(`${folder}/mcp/sdk.license.txt`, licenses.join('\n'))
}

/** Turns the errors of a bundle, which esbuild has printed, into a build failure. */
async function bundled(bundle: Promise<void>): Promise<void> {
  try {
    await bundle
  } catch (error) {
    throw new BuildFailure(fixErrorsAbove, { cause: error })
  }
}

/**
 * Replaces the old build with a complete one. `dist` is missing only between two renames: the old build is removed
 * afterward, because that takes 0.2 s.
 */
function replace(dist: string, fresh: string): void {
  const former = `${fresh}-former`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, former)
  renameSync(fresh, dist)
  rmSync(former, { recursive: true, force: true })
}

async function build({
  ifStale,
  withDeclarations,
}: {
  readonly ifStale: boolean
  readonly withDeclarations: boolean
}): Promise<void> {
  const cache = `${root}node_modules/.cache`
  mkdirSync(cache, { recursive: true })
  // If several commands start with a stale build, one of them builds, and the others wait for it.
  const release = takeLock(`${cache}/build.lock`)
  const fresh = `${cache}/build`
  try {
    if (!ifStale || !isBuilt()) {
      // Computed first, so that a change during the build makes it stale.
      const fingerprint = sourcesFingerprint()
      rmSync(fresh, { recursive: true, force: true })
      mkdirSync(fresh)
      await buildInto(fresh)
      if (withDeclarations) {
        compile('tsconfig.declarations.json', '--outDir', fresh)
        pruneDeclarations(fresh, 'engine/index.d.ts')
      }
      writeFileSync(`${fresh}/${noteName}`, fingerprint)
      replace(`${root}dist`, fresh)
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    release()
  }
}

if (import.meta.main) {
  try {
    await build({
      ifStale: process.argv.includes('--if-stale'),
      withDeclarations: process.argv.includes('--declarations'),
    })
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`)
    process.exitCode = 1
  }
}
