#!/usr/bin/env node
// Plain JavaScript that every version of Node parses, so that it can name the required version.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs the command line from a checkout without development dependencies, as pre-commit clones it. The first run
 * installs the dependencies by the lockfile, without install scripts, into a folder of the checkout.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}.command-line`
/** Written last, so that an interrupted installation is repeated. */
const mark = `${folder}/prepared`

const isTooOld = Number(process.versions.node.split('.')[0]) < 24
if (isTooOld)
  process.stderr.write(`Assay needs Node 24 or newer to run from its sources. This is ${process.version}.\n`)
process.exitCode =
  isTooOld || !isPrepared() ? 4 : run(process.execPath, [`${folder}/assay.js`, ...process.argv.slice(2)])

function isPrepared() {
  if (existsSync(mark)) return true
  process.stderr.write('Installing Assay. This takes a few seconds.\n')
  rmSync(folder, { recursive: true, force: true })
  for (const path of [
    'assay.js',
    'package.json',
    'package-lock.json',
    '.npmrc',
    'patches',
    'src/service/package.json',
  ]) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    cpSync(`${root}${path}`, `${folder}/${path}`, { recursive: true })
  }
  const words = ['ci', '--ignore-scripts', '--omit=dev', '--workspaces=false', '--no-audit', '--no-fund']
  // On Windows, npm is a script of the shell. None of these words needs quotes.
  const isInstalled =
    run('npm', words, { cwd: folder, shell: process.platform === 'win32', stdio: ['ignore', 2, 2] }) === 0
  if (!isInstalled || run(process.execPath, ['--no-warnings', `${root}build/build-command-line.ts`, folder]) !== 0)
    return false
  writeFileSync(mark, '')
  return true
}

/**
 * Returns the exit code of a program, or 4 (internal error) if it did not end by itself.
 *
 * @param {string} program
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function run(program, words, options = {}) {
  const { status, error } = spawnSync(program, words, { stdio: 'inherit', ...options })
  if (error) process.stderr.write(`${program} did not start: ${error.message}\n`)
  return status ?? 4
}
