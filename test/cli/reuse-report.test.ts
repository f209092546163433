import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFolder, environment, runAssay } from '../support/assay-process.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
const settings = { ASSAY_DATA_DIR: data.path, OSV_URL: feed.url }

beforeAll(() => runAssay(['advisories', 'sync', 'npm'], settings), 60_000)
afterAll(() => {
  data.remove()
  feed.remove()
})

const lockfile = (version: string) =>
  JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/flawed': { version } } })

const project = (version = '0.0.8') =>
  workingTree({ 'package-lock.json': lockfile(version), 'index.js': 'export const answer = 42\n' })

const reused = /nothing has changed since the scan at [\d-]+ [\d:]+ UTC\. To scan again, use --no-cache\./

const scan = async (path: string, ...words: string[]) => {
  const { out, err, code } = await runAssay(['scan', '--offline', '--format', 'json', path, ...words], settings)
  return { out, code, isReused: reused.test(err) }
}

it('returns the report of an unchanged folder without a scan', async () => {
  using tree = project()
  const first = await scan(tree.path)
  expect(first).toMatchObject({ code: 1, isReused: false })
  expect(first.out).toContain(flawedPackageAdvisory.id)
  expect(await scan(tree.path)).toEqual({ ...first, isReused: true })
})

it.each<[string, (path: string) => void]>([
  ['a changed file', (path) => writeFileSync(join(path, 'index.js'), 'export const answer = 43\n')],
  ['a new file', (path) => writeFileSync(join(path, 'more.js'), 'export {}\n')],
])('scans again for %s', async (_, change) => {
  using tree = project()
  await scan(tree.path)
  change(tree.path)
  expect(await scan(tree.path)).toMatchObject({ isReused: false })
})

describe('after one scan of a folder', () => {
  const tree = project()
  const outside = workingTree({})
  beforeAll(() => scan(tree.path), 60_000)
  afterAll(() => {
    tree[Symbol.dispose]()
    outside[Symbol.dispose]()
  })

  it('names the target as the user wrote it', async () => {
    const { out, isReused } = await scan(`${tree.path}/.`)
    expect(isReused).toBe(true)
    expect(JSON.parse(out)).toMatchObject({ target: `${tree.path}/.` })
  })

  it.each([
    ['another severity', ['--fail-on', 'critical']],
    ['another selection of detectors', ['--without', 'leaked-secrets']],
    ['--no-cache', ['--no-cache']],
    ['a format that shows components', ['--report', `cyclonedx=${join(outside.path, 'bom.json')}`]],
  ])('scans again for %s', async (_, words) => {
    expect(await scan(tree.path, ...words)).toMatchObject({ isReused: false })
  })
})

it('scans again after a sync of the advisories', async () => {
  using tree = project()
  await scan(tree.path)
  await runAssay(['advisories', 'sync', 'npm'], settings)
  expect(await scan(tree.path)).toMatchObject({ code: 1, isReused: false })
  expect(await scan(tree.path)).toMatchObject({ code: 1, isReused: true })
})

it('stores no incomplete report', async () => {
  using tree = workingTree({ 'package-lock.json': '{ no lockfile', 'index.js': 'export const answer = 42\n' })
  expect(await scan(tree.path)).toMatchObject({ code: 3, isReused: false })
  expect(await scan(tree.path)).toMatchObject({ code: 3, isReused: false })
})

it('returns the report of a folder whose dependencies no registry was asked for', async () => {
  const manifest = JSON.stringify({ name: 'a', dependencies: { flawed: '^0.0.8' } })
  using tree = workingTree({ 'package.json': manifest, 'index.js': 'export const answer = 42\n' })
  const first = await scan(tree.path)
  expect(first).toMatchObject({ code: 3, isReused: false })
  expect(first.out).toContain('The list of dependencies is incomplete')
  expect(await scan(tree.path)).toEqual({ ...first, isReused: true })
})

it('scans again once the registries may be asked for dependencies', async () => {
  const manifest = JSON.stringify({ name: 'a', dependencies: { flawed: '^0.0.8' } })
  using tree = workingTree({ 'package.json': manifest, 'index.js': 'export const answer = 42\n' })
  const isReused = async (resolve: string) => {
    // Assay refuses to contact this address, so the test needs no registry.
    const online = { ...settings, NPM_REGISTRY: 'https://127.0.0.1:9', ASSAY_RESOLVE: resolve }
    return reused.test((await runAssay(['scan', '--format', 'json', tree.path], online)).err)
  }
  expect(await isReused('off')).toBe(false)
  expect(await isReused('off')).toBe(true)
  expect(await isReused('on')).toBe(false)
})

it('scans again if the stored report is damaged', async () => {
  using tree = project()
  const first = await scan(tree.path)
  for (const path of globSync(join(data.path, 'cache/reports/*.report')))
    writeFileSync(path, readFileSync(path).subarray(0, -9))
  expect(await scan(tree.path)).toMatchObject({ code: first.code, isReused: false })
  expect(await scan(tree.path)).toMatchObject({ code: first.code, isReused: true })
})

it('is correct when scans start together, and when some of them are killed', async () => {
  using tree = project()
  const start = () =>
    spawn(process.execPath, ['assay.js', 'scan', '--offline', '--format', 'json', tree.path], {
      env: environment(settings),
      stdio: 'ignore',
    })
  const children = Array.from({ length: 4 }, start)
  const ends = children.map((child) => once(child, 'exit'))
  // The first scans to finish are complete and store their reports while the others are killed.
  await Promise.race(ends)
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(ends)
  const fresh = await scan(tree.path, '--no-cache')
  const kept = await scan(tree.path)
  expect(kept.code).toBe(fresh.code)
  expect(kept.out).toContain(flawedPackageAdvisory.id)
})
