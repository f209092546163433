#!/usr/bin/env node
/**
 * Replaces npm: records its arguments and variables, and copies the packages that the command line needs from this
 * checkout. Links do not work, because child processes of the scanner read only their own installation.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const note = { words: process.argv.slice(2), folder: process.cwd(), variables: Object.keys(process.env) }
appendFileSync(String(process.env.PLAYED_NPM_CALLS), `${JSON.stringify(note)}\n`)
if (process.env.PLAYED_NPM_FAILS) {
  process.stderr.write('npm error code EINTEGRITY\n')
  process.exit(1)
}

/** @type {{ packages: Record<string, Record<string, Record<string, string> | undefined>> }} */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
/** @type {Set<string>} */
const wanted = new Set()
want('', packages['']?.['dependencies'])
for (const path of wanted) copy(`${root}${path}`, path)

/**
 * Collects packages and their dependencies, resolved like Node from a folder.
 *
 * @param {string} from
 * @param {Record<string, string> | undefined} names
 */
function want(from, names) {
  for (const name of Object.keys(names ?? {})) {
    const path = placesAbove(from)
      .map((place) => `${place}node_modules/${name}`)
      .find((place) => packages[place] !== undefined)
    if (path === undefined || wanted.has(path) || !existsSync(`${root}${path}`)) continue
    wanted.add(path)
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies']) want(path, packages[path]?.[kind])
  }
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function placesAbove(path) {
  if (path === '') return ['']
  return [`${path}/`, ...placesAbove(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))))]
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  if (lstatSync(from).isDirectory()) {
    for (const name of readdirSync(from)) if (name !== 'node_modules') copy(`${from}/${name}`, `${to}/${name}`)
    return
  }
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    // Hard links fail if the checkout is on another file system.
    copyFileSync(from, to)
  }
}
