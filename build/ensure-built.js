// Plain JavaScript: `assay.js` loads it before anything is built.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unpatchedFiles } from '../patches/patches.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What decides the build besides `src`. */
const inputs = ['build', 'patches', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Where a build notes from which sources it was made. */
export const noteName = 'built-from'

/**
 * Returns the fingerprint of all sources: it changes when a file changes its path, its size, or the time of its last
 * change. Takes some 20 ms for 1,800 files; reading them takes five times as long.
 */
export function sourcesFingerprint() {
  const lines = ['src', ...inputs].flatMap((path) => listFiles(path)).sort()
  return hash('sha256', lines.join('\n'))
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  const { mtimeMs, size } = statSync(root + path)
  if (!statSync(root + path).isDirectory()) return [`${path} ${size} ${mtimeMs}`]
  return readdirSync(root + path).flatMap((name) => listFiles(`${path}/${name}`))
}

/** Returns whether `dist` was built from the sources as they are now, and the dependencies have their patches. */
export function isBuilt() {
  try {
    return readFileSync(`${root}dist/${noteName}`, 'utf8') === sourcesFingerprint() && unpatchedFiles().length === 0
  } catch {
    return false
  }
}

/**
 * Patches the dependencies and builds `dist` if it is missing or older than the sources. Does nothing in an
 * installation without sources.
 *
 * @throws Error if the build fails; its output is on stderr
 */
export function ensureBuilt() {
  if (!existsSync(`${root}src`) || isBuilt()) return
  process.stderr.write('Building Assay. This takes a few seconds.\n')
  const { status } = spawnSync(process.execPath, [`${root}build/build.ts`], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The build of Assay failed. Run "npm run build" to see why.')
}
