import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmLockfile, type scannedProject } from '../../../test/engine/scanner/reachability/scanned-project.ts'
import type { StandInVersion } from '../../../test/support/npm-stand-in.ts'
import { BenchNotReady } from '../../measurement.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Packages that servers for the Model Context Protocol use. Their dependencies are added. */
const roots = ['express', 'zod', 'ajv', 'ajv-formats', 'undici', 'eventsource', 'jose', 'pino', 'yargs', 'semver']
/** Package with an advisory that a later version fixes. */
const flawed = 'qs'
const fixedVersion = '99.0.0'

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Returns a project that installs this number of packages, one of them with an advisory. */
export function projectWith(count: number): Parameters<typeof scannedProject>[0] {
  const names = installedNames(count)
  const versions = names.map((name) => `${name}@${manifestOf(name).version}`)
  const files = filesOf(flawed)
  const changed = { ...files, 'lib/parse.js': `${String(files['lib/parse.js'])}\nmodule.exports.fixed = true\n` }
  const npm: Record<string, StandInVersion> = Object.fromEntries(
    names.map((name) => [`${name}@${manifestOf(name).version}`, { files: filesOf(name) }]),
  )
  npm[`${flawed}@${fixedVersion}`] = { files: changed }
  return {
    files: {
      'package.json': JSON.stringify({
        name: 'project',
        dependencies: Object.fromEntries(versions.map((word) => [word.slice(0, word.lastIndexOf('@')), '*'])),
      }),
      'package-lock.json': npmLockfile(...versions),
      'index.js': roots.map((name, index) => `import * as m${index} from '${name}'\nm${index}.default()`).join('\n'),
    },
    advisories: [{ name: flawed, fixedVersion }],
    npm,
  }
}

/** Returns the names of the roots, their dependencies, and other installed packages, up to a number. */
function installedNames(count: number): string[] {
  const found = new Set<string>()
  const pending = [flawed, ...roots]
  for (const name of pending) {
    if (found.has(name) || !isInstalled(name)) continue
    found.add(name)
    pending.push(...Object.keys(manifestOf(name).dependencies ?? {}))
  }
  for (const path of globSync('*/package.json', { cwd: modules }).sort()) found.add(dirname(path))
  if (found.size < count || !found.has(flawed))
    throw new BenchNotReady(`node_modules has too few packages. Run "npm ci", and start this part again.`)
  return [...found].slice(0, count)
}

function isInstalled(name: string): boolean {
  return globSync(`${name}/package.json`, { cwd: modules }).length > 0
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Manifest
}

function filesOf(name: string): Record<string, Buffer> {
  const folder = join(modules, name)
  const paths = globSync('**/*', {
    cwd: folder,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'node_modules',
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path))]))
}
