/**
 * Compares the walk with npm for projects with overrides, folder by folder, in npm's configured registry. npm only
 * writes a lockfile: it installs nothing and runs nothing. If the registry's address is not public, set
 * ASSAY_ALLOW_NETWORKS. Exits with 1 if a tree differs.
 *
 *   node test/live/npm-overrides.live.ts
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseAllowedNetworks } from '../../src/engine/net/allowed-networks.ts'
import { projectByWalk } from '../engine/inventory/support/npm-project-places.ts'
import { type Placed, placeDifferences } from '../engine/inventory/support/placed-packages.ts'

const run = promisify(execFile)

const express = { express: '4.18.2' }
const eslint = { eslint: '8.57.0' }
const projects: Readonly<Record<string, Record<string, unknown>>> = {
  'a flat override': { dependencies: express, overrides: { qs: '6.9.7' } },
  'one selector': { dependencies: express, overrides: { 'body-parser': { qs: '6.9.7' } } },
  'two selectors': { dependencies: express, overrides: { express: { 'body-parser': { debug: '3.2.7' } } } },
  'a selector with its own version': {
    dependencies: { 'serve-static': '^1.15.0', ...express },
    overrides: { send: { '.': '0.17.2', ms: '2.0.0' } },
  },
  'a selector with versions that apply': {
    dependencies: eslint,
    overrides: { 'minimatch@^3.0.0': { 'brace-expansion': '1.1.8' } },
  },
  'a selector with versions that do not apply': {
    dependencies: eslint,
    overrides: { 'minimatch@^9.0.0': { 'brace-expansion': '1.1.8' } },
  },
  'a version for some requests': {
    dependencies: { ...eslint, glob: '^10.3.0' },
    overrides: { 'minimatch@^3': '3.0.8' },
  },
  'a reference': { dependencies: { ...express, debug: '^4.3.4' }, overrides: { debug: '$debug' } },
  'a nested reference': {
    dependencies: { ...express, qs: '6.9.7' },
    overrides: { express: { '.': '$express', qs: '$qs' } },
  },
  'an empty text': { dependencies: express, overrides: { qs: '', 'body-parser': { '.': '', bytes: '3.1.1' } } },
  'an alias': { dependencies: { chalk: '^4.1.2' }, overrides: { 'ansi-styles': 'npm:ansi-styles@4.2.0' } },
  'a dependency for development': {
    devDependencies: { mocha: '10.2.0' },
    overrides: { mocha: { glob: '7.2.3', yargs: { cliui: '7.0.3' } } },
  },
  peers: {
    dependencies: { 'react-dom': '18.2.0', react: '18.2.0', 'react-redux': '8.1.3' },
    overrides: { 'react-redux': { 'use-sync-external-store': '1.2.0' }, scheduler: '0.23.0' },
  },
  'several levels and versions': {
    dependencies: { webpack: '5.88.2', 'terser-webpack-plugin': '5.3.9' },
    overrides: {
      'schema-utils@^3': { ajv: '6.12.5', 'ajv-keywords': '3.5.1' },
      webpack: { 'terser-webpack-plugin': { 'jest-worker': { '.': '27.4.6', 'supports-color': '8.1.0' } } },
      'acorn@8': '8.9.0',
    },
  },
  'a direct request that npm refuses': { dependencies: express, overrides: { express: '4.17.1' } },
}

async function placedByNpm(project: object): Promise<Placed | string> {
  const folder = await mkdtemp(join(tmpdir(), 'npm-overrides-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(project))
    const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', ...flags, `--cache=${join(folder, '.cache')}`], { cwd: folder, timeout: 240_000 })
    const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { name?: string; version?: string }>
    }
    return new Map(
      Object.entries(packages)
        .filter(([place]) => place !== '')
        .map(([place, { name, version }]) => [place, `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`]),
    )
  } catch (error) {
    return /npm error code (\w+)/.exec(String(error))?.[1] ?? String(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
const allowedNetworks = parseAllowedNetworks(process.env['ASSAY_ALLOW_NETWORKS'] ?? '')
const print = (line: string) => process.stdout.write(`${line}\n`)
let [equal, packages, changed] = [0, 0, 0]
for (const [title, project] of Object.entries(projects)) {
  const npm = await placedByNpm(project)
  const { placed, refusedOverrides } = await projectByWalk(registry, project, allowedNetworks)
  const { placed: without } = await projectByWalk(registry, { ...project, overrides: {} }, allowedNetworks)
  const differences =
    typeof npm === 'string'
      ? npm === 'EOVERRIDE' && refusedOverrides.length > 0
        ? []
        : [`npm: ${npm}`]
      : [...placeDifferences(npm, placed), ...refusedOverrides.map((name) => `only Assay refuses ${name}`)]
  equal += differences.length === 0 ? 1 : 0
  packages += typeof npm === 'string' ? 0 : npm.size
  const effect = placeDifferences(without, placed).length
  changed += effect > 0 ? 1 : 0
  const outcome = differences.length === 0 ? 'equal' : differences.join('; ')
  print(
    `${title}: ${typeof npm === 'string' ? npm : `${npm.size} packages`}, ${effect} changed by overrides: ${outcome}`,
  )
}
const total = Object.keys(projects).length
print(`${equal} of ${total} projects equal, ${packages} packages, overrides change ${changed}`)
process.exitCode = equal === total ? 0 : 1
