import { expect, it } from 'vitest'
import { PackageStore } from '../../../src/engine/scanner/reachability/package-store.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import type { PackageResult, PackageTask } from '../../../src/service/scans/process/packages/package-messages.ts'
import { createPackageReads } from '../../../src/service/scans/process/packages/package-reads.ts'
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
  bytes: 10,
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

const unheard = () => {}

it('stores what was read under the name that was asked for', async () => {
  const { read, stored } = reads(async ({ task }) => (task === 'derive' ? derived('flawed') : summary))
  expect(await read(ofVersion('a'), unheard)).toBe(summary)
  expect(stored.splice(0)).toEqual(['public summary', 'public archive'])
  await read({ task: 'derive', fix }, unheard)
  expect(stored).toEqual(['public functions', 'public fix'])
})

it.each([
  ['a summary', ofVersion('a'), derived('a')],
  ['functions', { task: 'derive', fix } as const, summary],
  ['functions of another package', { task: 'derive', fix } as const, derived('other')],
  ['functions of another version', { task: 'derive', fix } as const, derived('flawed', '0.9.0')],
])('stores nothing if it gets something else than %s', async (_, task, result) => {
  const { read, stored } = reads(async () => result)
  await expect(read(task, unheard)).rejects.toThrow('the result of another task')
  expect(stored).toEqual([])
})

it('does not read packages of a registry for one scope, which may be private', async () => {
  const { read } = reads(async () => summary)
  await expect(read(ofVersion('@corp/tool'), unheard)).rejects.toThrow('scans do not share results')
})

it('stores no failure, and tries again at the next request', async () => {
  const results: PackageResult[] = [{ failure: 'the registry was down' }, summary]
  const { read, stored } = reads(async () => results.shift() ?? summary)
  expect(await read(ofVersion('a'), unheard)).toEqual({ failure: 'the registry was down' })
  expect(stored).toEqual([])
  expect(await read(ofVersion('a'), unheard)).toBe(summary)
})

it('starts a read twice at most', async () => {
  let starts = 0
  const { read } = reads(async () => {
    starts += 1
    throw new ScanProcessEnded()
  })
  expect(await read(ofVersion('a'), unheard)).toEqual({
    failure: 'its archive was not read, because the process that reads packages ended',
  })
  expect(starts).toBe(2)
})

it('reads once for two scans, and tells both that the read waits', async () => {
  const { promise, resolve } = Promise.withResolvers<PackageResult>()
  let wait: (isWaiting: boolean) => void = unheard
  let starts = 0
  const { read } = reads((_, onWait) => {
    starts += 1
    wait = onWait
    return promise
  })
  const heard: string[] = []
  const first = read(ofVersion('a'), (isWaiting) => heard.push(`first ${isWaiting}`))
  wait(true)
  const second = read(ofVersion('a'), (isWaiting) => heard.push(`second ${isWaiting}`))
  wait(false)
  resolve(summary)
  expect(await Promise.all([first, second])).toEqual([summary, summary])
  expect(heard).toEqual(['first true', 'second true', 'first false', 'second false'])
  expect(starts).toBe(1)
})
