#!/usr/bin/env node
// The plain entry: it must parse on every Node, to say which one is needed.
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Assay needs Node 24 or newer, and this is ${process.version}.\n` +
      'On Linux (x64 and arm64, glibc) the installation brings it, and npm finds it there, from any folder:\n' +
      `  npm --prefix ${quoted(folder)} run -s assay -- <command>\n` +
      'Elsewhere install Node 24 from https://nodejs.org and start again.\n',
  )
  process.exitCode = 2
} else {
  // What node has compiled is kept for the next start, where only who installed this can write: half of a command's
  // start.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)))
  const { main } = await import('./src/cli/main.ts')
  process.exitCode = await main(process.argv.slice(2))
}

/** A path as a shell takes it. */
function quoted(path) {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replace(/'/g, `'\\''`)}'`
}
