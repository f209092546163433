#!/usr/bin/env node
// The plain entry. It must parse on every Node, to say which one is needed.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const words = process.argv.slice(2)

const isCheckout = existsSync(`${folder}build`)
/** The oldest Node: the engine alone runs on 22.13, the service and all commands beside it on 24. */
const [major, minor] = isCheckout || existsSync(`${folder}dist/service`) ? [24, 0] : [22, 13]

/**
 * How Node is started, for all commands, here and nowhere else. Children that parse have settings of their own.
 *
 * - `--max-semi-space-size=16`: V8 by itself lets young objects take 64 MiB in each half of their space. After 40 MB of
 *   packages a process then has 350 MiB resident, and 221 MiB with 16, at the same speed; with 8 it is a tenth slower.
 * - `MALLOC_ARENA_MAX=2`, `MALLOC_MMAP_THRESHOLD_=131072`: glibc raises the size from which it returns memory at once,
 *   and keeps an arena for each thread. With both fixed, a tenth less stays resident after large arrays have grown.
 */
const flags = ['--max-semi-space-size=16']
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

const answersAtOnce = new Set([undefined, '--version', 'version', '--help', '-h', 'help'])

if (isTooOld()) {
  process.stderr.write(
    `Assay needs Node ${minor === 0 ? major : `${major}.${minor}`} or newer, and this is ${process.version}.\n` +
      (isCheckout
        ? 'On Linux (x64 and arm64, glibc) this checkout brings Node 24, and npm finds it there, from any folder:\n' +
          `  npm --prefix ${quoted(folder)} run -s assay -- <command>\n` +
          'On other systems install Node 24 from https://nodejs.org and start again.\n'
        : 'Install it from https://nodejs.org and start again.\n'),
  )
  process.exitCode = 2
} else if (await isReady()) {
  if (!answersAtOnce.has(words[0]) && !isStartedAsWanted() && typeof process.execve === 'function') {
    const command = [process.execPath, ...flags, ...process.execArgv, fileURLToPath(import.meta.url), ...words]
    process.execve(process.execPath, command, { ...process.env, ...environment })
  }
  // Node keeps compiled code for the next start in the installation, where only its owner can write. This halves the
  // start of a command.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(`${folder}node_modules/.cache/compiled`)
  const { main } = await import('./dist/cli/main.js')
  process.exitCode = await main(words)
}

function isTooOld() {
  const [ours, ourMinor] = process.versions.node.split('.').map(Number)
  return ours < major || (ours === major && ourMinor < minor)
}

/** Builds a checkout that has changed. A build that fails is a fault of ours (4), not of what is scanned (1). */
async function isReady() {
  if (!isCheckout) return true
  try {
    const { ensureBuilt } = await import('./build/ensure-built.js')
    ensureBuilt()
    return true
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 4
    return false
  }
}

/** Whether this process has the flags and the allocator settings, or some that the operator chose. */
function isStartedAsWanted() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  return (
    flags.every((flag) => given.includes(flag.split('=', 1)[0])) &&
    Object.keys(environment).every((name) => process.env[name] !== undefined)
  )
}

/** A path as a shell takes it. */
function quoted(path) {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replace(/'/g, `'\\''`)}'`
}
