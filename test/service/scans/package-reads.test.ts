import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { PackageStore } from '../../../src/engine/scanner/reachability/package-store.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import type { PackageResult, PackageTask } from '../../../src/service/scans/process/packages/package-messages.ts'
import { createPackageReads } from '../../../src/service/scans/process/packages/package-reads.ts'
import { scanProcessLimits } from '../../../src/service/scans/process/scan-process-limits.ts'
import { ScanProcessEnded } from '../../../src/service/scans/process/scan-process-ended.ts'
import { sourceContext } from '../../support/source-context.ts'

const digest = 'a'.repeat(64)
const summary: PackageResult = { digest, bytes: 10, summary: 'AAAA' }
const ofVersion = (name: string): PackageTask => ({
  task: 'summarize',
  version: { ecosystem: 'npm', name, version: '1.0.0' },
})
const fix = { ecosystem: 'npm' as const, name: 'flawed', advisoryId: 'GHSA-1', fixedVersion: '1.1.0' }
const derived = (name: string, affectedVersion = '1.0.0'): PackageResult => ({
  record: { affectedVersion: '1.0.0', affectedDigest: digest, fixedDigest: digest },
  functions: {
    ecosystem: 'npm',
    name,
    affectedVersion,
    fixedVersion: '1.1.0',
    confidence: 'high',
    functions: [],
    shortfall: 'no-function-changed',
  },
  bytes: [10, 20],
})

/** Opens reads whose store records the classes of stored results. */
function reads(read: (task: PackageTask, onWait: (isWaiting: boolean) => void) => Promise<PackageResult>) {
  const stored: string[] = []
  const store = new PackageStore(
    {
      keyOf: (namespace, { pathClass }) => Buffer.from(`${namespace} ${pathClass.split(' ')[1]}`),
      find: async () => new Map(),
      findUnits: async () => new Map(),
      keep: async (results) => results.forEach(({ key }) => stored.push(key.toString())),
      keepUnits: async (units) => units.forEach(({ key }) => stored.push(key.toString())),
      forget: async () => {},
    },
    sourceContext({
      npmRegistry: createNpmRegistry({
        network: createNetwork({ allowedNetworks: [] }),
        registry: 'https://npm.example/',
        byScope: new Map([['@corp', 'https://npm.corp.example/']]),
      }),
    }),
    'public',
  )
  return { stored, ...createPackageReads({ store, read }) }
}

/** A scan that asks for packages, and what it heard about waiting. */
function askingScan() {
  const heard: boolean[] = []
  const ending = new AbortController()
  return {
    owner: {},
    signal: ending.signal,
    onWait: (isWaiting: boolean) => void heard.push(isWaiting),
    heard,
    end: () => ending.abort(new Error('the scan has ended')),
  }
}

it('stores what was read under the name that was asked for', async () => {
  const { read, stored } = reads(async ({ task }) => (task === 'derive' ? derived('flawed') : summary))
  expect(await read(ofVersion('a'), askingScan())).toEqual({ archives: [{ digest, bytes: 10 }] })
  expect(stored.splice(0)).toEqual(['public summary', 'public archive'])
  expect(await read({ task: 'derive', fix }, askingScan())).toEqual({
    archives: [
      { digest, bytes: 10 },
      { digest, bytes: 20 },
    ],
  })
  expect(stored).toEqual(['public functions', 'public fix'])
})

it.each([
  ['a summary', ofVersion('a'), derived('a')],
  ['functions', { task: 'derive', fix } as const, summary],
  ['functions of another package', { task: 'derive', fix } as const, derived('other')],
  ['functions of another version', { task: 'derive', fix } as const, derived('flawed', '0.9.0')],
])('stores nothing if it gets something else than %s', async (_, task, result) => {
  const { read, stored } = reads(async () => result)
  await expect(read(task, askingScan())).rejects.toThrow('the result of another task')
  expect(stored).toEqual([])
})

it('does not read packages of a registry for one scope, which may be private', async () => {
  const { read } = reads(async () => summary)
  await expect(read(ofVersion('@corp/tool'), askingScan())).rejects.toThrow('scans do not share results')
})

it('stores no failure, and tries again at the next request', async () => {
  const results: PackageResult[] = [{ failure: 'the registry was down' }, summary]
  const { read, stored } = reads(async () => results.shift() ?? summary)
  expect(await read(ofVersion('a'), askingScan())).toEqual({ failure: 'the registry was down' })
  expect(stored).toEqual([])
  expect(await read(ofVersion('a'), askingScan())).toHaveProperty('archives')
})

const ended = { failure: 'its archive was not read, because the process that reads packages ended' }

it('reads a package that was next to the cause of an end again, and not the cause itself', async () => {
  const starts: string[] = []
  let losses: (() => void)[] = []
  const { read } = reads((task) => {
    const name = task.task === 'summarize' ? task.version.name : ''
    starts.push(name)
    return new Promise((resolve, reject) => {
      losses.push(() => reject(new ScanProcessEnded()))
      // The process ends for all of its reads when it reads this package.
      const onRead = () => {
        const all = losses
        losses = []
        for (const lose of all) lose()
      }
      setTimeout(() => (name === 'poison' ? onRead() : resolve(summary)), name === 'poison' ? 5 : 20)
    })
  })
  const [poison, other] = await Promise.all([
    read(ofVersion('poison'), askingScan()),
    read(ofVersion('other'), askingScan()),
  ])
  expect(poison).toEqual(ended)
  expect(other).toHaveProperty('archives')
  expect(starts).toEqual(['poison', 'other', 'poison', 'other'])
  expect(await read(ofVersion('poison'), askingScan())).toEqual(ended)
  expect(starts).toHaveLength(4)
})

it('reads once for two scans, and tells both that the read waits', async () => {
  const { promise, resolve } = Promise.withResolvers<PackageResult>()
  let wait: (isWaiting: boolean) => void = () => {}
  let starts = 0
  const { read } = reads((_, onWait) => {
    starts += 1
    wait = onWait
    return promise
  })
  const [first, second] = [askingScan(), askingScan()]
  const one = read(ofVersion('a'), first)
  await vi.waitFor(() => expect(starts).toBe(1))
  wait(true)
  const other = read(ofVersion('a'), second)
  wait(false)
  resolve(summary)
  expect(await one).toEqual(await other)
  expect(first.heard).toEqual([true, false, true, false])
  expect(second.heard).toEqual([true, false])
  expect(starts).toBe(1)
})

it('repeats a lost read for a scan that asks after the first one has ended', async () => {
  const losses: ((error: Error) => void)[] = []
  const { read } = reads(() =>
    losses.length === 0 ? new Promise((_, reject) => losses.push(reject)) : Promise.resolve(summary),
  )
  const [first, late] = [askingScan(), askingScan()]
  const abandoned = read(ofVersion('a'), first)
  await vi.waitFor(() => expect(losses).toHaveLength(1))
  first.end()
  await expect(abandoned).rejects.toThrow('the scan has ended')
  const answer = read(ofVersion('a'), late)
  losses[0]?.(new ScanProcessEnded())
  expect(await answer).toHaveProperty('archives')
})

it('does not repeat a lost read that no scan waits for', async () => {
  const losses: ((error: Error) => void)[] = []
  const { read } = reads(() => new Promise((_, reject) => losses.push(reject)))
  const scan = askingScan()
  const abandoned = read(ofVersion('a'), scan)
  await vi.waitFor(() => expect(losses).toHaveLength(1))
  scan.end()
  await expect(abandoned).rejects.toThrow('the scan has ended')
  losses[0]?.(new ScanProcessEnded())
  await pause(10)
  expect(losses).toHaveLength(1)
})

it('limits what one scan can ask for, because other scans wait for the turns of its reads', async () => {
  const { promise, resolve } = Promise.withResolvers<PackageResult>()
  const { read } = reads(() => promise)
  const scan = askingScan()
  const { maxReadsPerScan } = scanProcessLimits
  const all = Array.from({ length: maxReadsPerScan }, (_, index) => read(ofVersion(`many${index}`), scan))
  await expect(read(ofVersion('one-more'), scan)).rejects.toThrow('too many packages at a time')
  const other = read(ofVersion('one-more'), askingScan())
  resolve(summary)
  await Promise.all([...all, other])
  expect(await read(ofVersion('one-more'), scan)).toHaveProperty('archives')
})

it('runs few reads at a time, takes turns between scans, and forgets those of scans that have ended', async () => {
  const started: string[] = []
  const results: ((result: PackageResult) => void)[] = []
  const { read } = reads((task) => {
    started.push(task.task === 'summarize' ? task.version.name : '')
    return new Promise((resolve) => results.push(resolve))
  })
  const [many, few, gone] = [askingScan(), askingScan(), askingScan()]
  const { maxReadsAtOnce } = scanProcessLimits
  const all = Array.from({ length: maxReadsAtOnce + 5 }, (_, index) => read(ofVersion(`many${index}`), many))
  const left = read(ofVersion('gone'), gone)
  const last = read(ofVersion('few'), few)
  await vi.waitFor(() => expect(started).toHaveLength(maxReadsAtOnce))
  gone.end()
  await expect(left).rejects.toThrow('the scan has ended')
  results.shift()?.(summary)
  await vi.waitFor(() => expect(started).toHaveLength(maxReadsAtOnce + 1))
  expect(started.at(-1)).toBe('few')
  const answers = Promise.all([...all, last])
  for (let done = false; !done; done = await Promise.race([answers.then(() => true), pause(1, false)]))
    for (const resolve of results.splice(0)) resolve(summary)
  expect(started).not.toContain('gone')
})
