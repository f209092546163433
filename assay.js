#!/usr/bin/env node
// Plain JavaScript that every version of Node parses, so that it can name the required version.
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const words = process.argv.slice(2)

const isCheckout = existsSync(`${folder}build`)
/** The minimum version of Node: 22.13 for the engine alone, 24 for the service and its commands. */
const hasService = isCheckout || existsSync(`${folder}dist/service`)
const [major, minor] = hasService ? [24, 0] : [22, 13]

/**
 * Flags of Node and settings of the allocator for all commands. Child processes that parse have their own.
 *
 * - `--max-semi-space-size=16`: by default, V8 uses up to 64 MiB for each half of the space for young objects. After 40
 *   MB of packages, a process then has 350 MiB resident. With 16 MiB it has 221 MiB at the same speed. With 8 MiB it is
 *   10 % slower.
 * - `MALLOC_ARENA_MAX=2`, `MALLOC_MMAP_THRESHOLD_=131072`: by default, glibc raises the size from which it returns
 *   memory immediately, and keeps an arena for each thread. With both fixed, 10 % less stays resident after large
 *   arrays have grown.
 */
const flags = ['--max-semi-space-size=16']
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Commands that need neither the flags nor the settings, and answer faster without a restart of Node. */
const answersDirectly = new Set([undefined, '--version', 'version', '--help', '-h', 'help'])

/** Commands that never use the service of the same installation. */
const ofEngine = new Set(['config', 'scan', 'installed', 'mcp'])

if (isTooOld()) {
  process.stderr.write(
    `Assay needs Node ${minor === 0 ? major : `${major}.${minor}`} or newer. This is ${process.version}.\n` +
      (isCheckout
        ? 'On Linux (x64 and arm64, glibc), this checkout includes Node 24. Use it from any folder:\n' +
          `  npm --prefix ${quoted(folder)} run -s assay -- <command>\n` +
          'On other systems, install Node 24 from https://nodejs.org and run the command again.\n'
        : 'Install it from https://nodejs.org and run the command again.\n'),
  )
  process.exitCode = 2
} else if (await isReady()) {
  readEnvironmentFile()
  if (!answersDirectly.has(words[0]) && !isSmall() && !hasStartSettings() && typeof process.execve === 'function') {
    const command = [process.execPath, ...flags, ...process.execArgv, fileURLToPath(import.meta.url), ...words]
    process.execve(process.execPath, command, { ...process.env, ...environment })
  }
  if (words[0] === '--version' || words[0] === 'version') {
    process.stdout.write(`${JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version}\n`)
  } else await run()
}

async function run() {
  // Node stores compiled code in the installation, where only its owner can write. This halves the time that the next
  // command takes to start.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(`${folder}node_modules/.cache/compiled`)
  const { main } = await (isBundled()
    ? createRequire(import.meta.url)('./dist/bundle/assay.cjs').commandLine()
    : import('./dist/cli/main.js'))
  process.exitCode = await main(words)
}

function isTooOld() {
  const [ours, ourMinor] = process.versions.node.split('.').map(Number)
  return ours < major || (ours === major && ourMinor < minor)
}

/**
 * Whether the bundle runs the command. The service has modules of its own, and each module must be loaded only once.
 * The Action builds no bundle.
 */
function isBundled() {
  const isOfEngine = !hasService || answersDirectly.has(words[0]) || ofEngine.has(words[0])
  return isOfEngine && existsSync(`${folder}dist/bundle`)
}

/**
 * Adds the variables in the `.env` file of this installation to the environment, for the service and its commands. They
 * do not replace variables that are set. Commands of the engine do not read it: they run anywhere, for anyone.
 */
function readEnvironmentFile() {
  const file = `${folder}.env`
  if (hasService && !answersDirectly.has(words[0]) && !ofEngine.has(words[0]) && existsSync(file))
    process.loadEnvFile(file)
}

/** Builds a checkout that has changed. If the build fails, the exit code is 4 (internal error), not 1 (findings). */
async function isReady() {
  if (!isCheckout) return true
  const { ensureBuilt } = await import('./build/ensure-built.js')
  if (ensureBuilt()) return true
  process.exitCode = 4
  return false
}

/**
 * Whether a scan reads only local files of a moderate size. It needs neither the flags nor the settings, and a restart
 * of Node takes as long as the rest of its start. Words that name no file are options, their values, or packages.
 */
function isSmall() {
  if (words[0] !== 'scan') return false
  const left = { files: 1_000, bytes: 8_000_000 }
  const paths = words.slice(1).filter((word) => !word.startsWith('-') && existsSync(word))
  return paths.length > 0 && paths.every((path) => fits(realpathSync(path), left))
}

/**
 * Takes the files below a path from what is left, and returns whether they fit.
 *
 * @param {string} path
 * @param {{ files: number, bytes: number }} left
 * @returns {boolean}
 */
function fits(path, left) {
  try {
    const stat = lstatSync(path)
    left.files -= 1
    left.bytes -= stat.size
    if (left.files < 0 || left.bytes < 0) return false
    return !stat.isDirectory() || readdirSync(path).every((name) => fits(`${path}/${name}`, left))
  } catch {
    return false
  }
}

/** Whether this process has the flags and the allocator settings, or other values that the operator chose. */
function hasStartSettings() {
  const nodeOptions = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  return (
    flags.every((flag) => nodeOptions.includes(flag.split('=', 1)[0])) &&
    Object.keys(environment).every((name) => process.env[name] !== undefined)
  )
}

/** Returns a path with the quotes that a shell needs. */
function quoted(path) {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replace(/'/g, `'\\''`)}'`
}
