import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { ResultCache } from '../../../../src/engine/scanner/result-cache.ts'
import { createSourceScanner, type ScannedSource } from '../../../../src/engine/scanner/source-scanner.ts'
import { advisoriesAbout } from '../../../engine/scanner/reachability/scanned-project.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { testIsolation } from '../../../support/test-isolation.ts'
import { type GivenScanner, noAdvisories, npm, remoteScanners, scanned } from '../support/remote-scanner.ts'

withRealSockets()

const flawed = (body: string) => ({
  main: 'index.js',
  files: {
    'index.js': `exports.run = function run(text) { ${body} }\nexports.size = function size(text) { return 1 }\n`,
  },
})
const project = (call: string) => ({
  dependencies: { flawed: '1.0.0' },
  main: 'index.js',
  files: { 'index.js': `const flawed = require('flawed')\nflawed.${call}(process.argv[2])\n` },
})
let hold: ((path: string) => Promise<void> | undefined) | undefined
const registry = await startNpmStandIn(
  {
    'flawed@1.0.0': flawed('return text.split(text)'),
    'flawed@1.1.0': flawed('return text.slice(0, 9)'),
    'flawed@1.2.0': flawed('return text.slice(0, 8)'),
    'calls-run@1.0.0': project('run'),
    'calls-size@1.0.0': project('size'),
  },
  { hold: (path) => hold?.(path), tags: { flawed: { latest: '1.1.0' } } },
)
const scanners = remoteScanners(registry.url)
afterAll(async () => {
  await scanners[Symbol.asyncDispose]()
  await registry.close()
})

const advisories = advisoriesAbout([{ name: 'flawed', fixedVersion: '1.1.0' }])
const judged = { judgesReachability: true }
const reachabilityOf = ({ findings }: ScannedSource) => findings.map(({ reachability }) => reachability)

/** Cache that records the namespaces of all stored results. */
function recordingResults() {
  const kept = new Map<string, unknown>()
  const namespaces: string[] = []
  const find = async <Value>(keys: readonly Buffer[]) =>
    new Map(
      keys
        .map((key) => key.toString('hex'))
        .flatMap((key) => (kept.has(key) ? [[key, kept.get(key) as Value] as const] : [])),
    )
  const note = (key: Buffer, value: unknown) => {
    kept.set(key.toString('hex'), value)
    namespaces.push(key.toString().split(' ')[0] ?? '')
  }
  const fileResults: ResultCache = {
    keyOf: (namespace, { pathClass, contentDigest }) => Buffer.from(`${namespace} ${pathClass} ${contentDigest}`),
    find,
    keep: async (results) => results.forEach(({ key, result }) => note(key, result)),
    findUnits: find<Buffer>,
    keepUnits: async (units) => units.forEach(({ key, unit }) => note(key, unit)),
    forget: async () => {},
  }
  return { fileResults, namespaces }
}

/** Opens a scanner that records the processes it starts, each with whether it has no scan, and so reads packages. */
function watchedScanner(given: GivenScanner = {}) {
  const pids = new Map<number, boolean>()
  const { fileResults, namespaces } = recordingResults()
  const scanner = scanners.open({
    stores: { ...noAdvisories, advisories, fileResults },
    watchStalls: (pid, _end, scans) => {
      if (pid !== undefined) pids.set(pid, scans().length === 0)
      return { beat: () => {}, [Symbol.dispose]: () => {} }
    },
    ...given,
  })
  return { scanner, pids, namespaces, packagePids: () => [...pids].flatMap(([pid, reads]) => (reads ? [pid] : [])) }
}

it('judges as a scan that reads the packages itself, and stores what it read for all scans', async () => {
  const here = createSourceScanner({ advisories, isolation: testIsolation(), sources: scanners.sources })
  const { scanner, namespaces, packagePids } = watchedScanner()
  for (const [name, status] of [
    ['calls-run', 'reachable'],
    ['calls-size', 'imported'],
  ] as const) {
    const there = await scanned(scanner, npm(name), judged)
    expect(reachabilityOf(there)).toEqual(reachabilityOf(await scanned(here, npm(name), judged)))
    expect(reachabilityOf(there)).toMatchObject([{ status }])
  }
  // The process and its fetcher, which serve both scans.
  expect(packagePids()).toHaveLength(2)
  // The archive record and the summary of the dependency, and the fix with its functions.
  expect(namespaces.filter((one) => one === 'public')).toHaveLength(4)
  const requests = registry.requests.length
  await scanned(scanner, npm('calls-run'), judged)
  expect(registry.requests.slice(requests).filter((path) => path.startsWith('flawed/-/'))).toEqual([])
}, 120_000)

it('reads a package again if the process that reads it ends', async () => {
  const { scanner, packagePids } = watchedScanner()
  let killed: number | undefined
  hold = async (path) => {
    if (path !== 'flawed/-/flawed-1.0.0.tgz' || killed !== undefined) return
    ;[killed] = packagePids()
    if (killed !== undefined) process.kill(killed, 'SIGKILL')
    await pause(100)
  }
  const scan = await scanned(scanner, npm('calls-run'), judged)
  hold = undefined
  expect(killed).toBeDefined()
  expect(reachabilityOf(scan)).toMatchObject([{ status: 'reachable' }])
  expect(packagePids()).toHaveLength(4)
}, 120_000)

it('names packages that were not read because their process ended twice', async () => {
  const { scanner, packagePids } = watchedScanner()
  hold = async (path) => {
    if (!path.startsWith('flawed/-/')) return
    for (const pid of packagePids().slice(-2)) process.kill(pid, 'SIGKILL')
    await pause(100)
  }
  const scan = await scanned(scanner, npm('calls-run'), judged)
  hold = undefined
  expect(reachabilityOf(scan)).toMatchObject([{ status: 'unknown', reason: 'package-not-read' }])
  expect(scan.coverage.reachability?.notRead?.packages).toEqual([
    {
      package: 'flawed@1.0.0',
      reason: 'its archive was not read, because the process that reads packages ended',
    },
  ])
}, 120_000)

it('reads archives once for several advisories, and judges like a scan that reads them itself', async () => {
  const many = advisoriesAbout(
    Array.from({ length: 8 }, (_, index) => ({
      name: 'flawed',
      id: `GHSA-${index}`,
      fixedVersion: index % 2 === 0 ? '1.1.0' : '1.2.0',
    })),
  )
  const here = createSourceScanner({ advisories: many, isolation: testIsolation(), sources: scanners.sources })
  const { fileResults } = recordingResults()
  const there = watchedScanner({ stores: { ...noAdvisories, advisories: many, fileResults } })
  const requests = registry.requests.length
  const remote = await scanned(there.scanner, npm('calls-run'), judged)
  const archives = registry.requests.slice(requests).filter((path) => path.startsWith('flawed/-/'))
  expect(archives.toSorted()).toEqual([...new Set(archives)].toSorted())
  expect(reachabilityOf(remote)).toEqual(reachabilityOf(await scanned(here, npm('calls-run'), judged)))
}, 120_000)

it('starts no process when the service stops', async () => {
  const folders = () => readdirSync(join(scanners.data, 'scans'))
  const before = folders()
  const { scanner, pids, packagePids } = watchedScanner()
  const reached = Promise.withResolvers<void>()
  hold = (path) => {
    if (!path.startsWith('flawed/-/')) return undefined
    reached.resolve()
    return pause(2_000)
  }
  const scan = scanned(scanner, npm('calls-run'), judged)
  const failure = scan.catch((error: unknown) => error)
  await reached.promise
  expect(packagePids()).toHaveLength(2)
  const count = pids.size
  await scanner[Symbol.asyncDispose]()
  hold = undefined
  expect(await failure).toMatchObject({ name: 'ScanProcessEnded' })
  expect(folders()).toEqual(before)
  expect(pids.size).toBe(count)
}, 60_000)
