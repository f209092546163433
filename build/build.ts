/**
 * Builds `dist` from `src`: JavaScript without types and comments, one file for each source file, the data files beside
 * it, and the digests of the engine. `npm run build` runs it; `assay.js` and the tests call it when the sources have
 * changed or a dependency lacks its patches.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { applyPatches } from '../patches/patches.js'
import { digestsName, engineDigests } from './engine-digests.ts'
import { noteName, sourcesFingerprint } from './ensure-built.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the TypeScript compiler with a configuration of this folder. */
function compile(configuration: string, ...options: string[]): void {
  const words = [`${root}node_modules/typescript/bin/tsc`, '--project', `${root}build/${configuration}`, ...options]
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`TypeScript refused ${configuration}`)
}

/** Patches the dependencies and writes the whole build into an empty folder. */
export function buildInto(folder: string): void {
  applyPatches()
  compile('tsconfig.json', '--outDir', folder)
  for (const path of globSync('**/*', { cwd: `${root}src`, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.ts$|README\.md$|package\.json$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${root}src/`.length))) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    cpSync(`${root}src/${path}`, `${folder}/${path}`)
  }
  bundleChildren(folder)
  writeFileSync(`${folder}/${digestsName}`, `${JSON.stringify(engineDigests(folder, root), undefined, 2)}\n`)
}

/**
 * Joins the modules that child processes load into few files, in `children` with the paths that they have in `engine`:
 * all tasks are then loaded in 195 ms instead of 340 (measured).
 */
function bundleChildren(folder: string): void {
  buildSync({
    entryPoints: ['isolation/child', 'analysis/tasks'].map((path) => `${folder}/engine/${path}.js`),
    outbase: `${folder}/engine`,
    outdir: `${folder}/children`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
    packages: 'external',
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'warning',
  })
}

/**
 * Puts a complete build in the place of the one before. Two builds may end at the same time: the later one wins, and no
 * process sees a part of one.
 */
function replace(dist: string, fresh: string): void {
  for (;;) {
    const former = `${fresh}-former`
    try {
      renameSync(dist, former)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    rmSync(former, { recursive: true, force: true })
    try {
      renameSync(fresh, dist)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))))
        throw error
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

if (import.meta.main) {
  // Taken first: what changes during the build makes it stale.
  const fingerprint = sourcesFingerprint()
  const fresh = `${root}node_modules/.cache/build-${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  try {
    buildInto(fresh)
    if (process.argv.includes('--declarations')) compile('tsconfig.declarations.json', '--outDir', fresh)
    writeFileSync(`${fresh}/${noteName}`, fingerprint)
    replace(`${root}dist`, fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
