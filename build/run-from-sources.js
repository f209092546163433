#!/usr/bin/env node
// Plain JavaScript that every version of Node can parse, so that it can print the required version.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs the command line from a checkout without development dependencies, for example the clone of pre-commit. The
 * first run installs the locked dependencies into a folder of the checkout, without install scripts.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}.command-line`
/** This file is written last, so that an interrupted installation is repeated. */
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
  // On Windows, npm is a shell script. None of these arguments needs quotes.
  const isInstalled =
    run('npm', words, { cwd: folder, shell: process.platform === 'win32', stdio: ['ignore', 2, 2] }) === 0
  if (!isInstalled || run(process.execPath, ['--no-warnings', `${root}build/build-command-line.ts`, folder]) !== 0)
    return false
  writeFileSync(mark, '')
  return true
}

/**
 * Returns the exit code of a program, or 4 (internal error) if a signal ended it.
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
