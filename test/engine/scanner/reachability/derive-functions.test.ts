import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileOutcome } from '../../../../src/engine/isolation/isolation.ts'
import type { DeriveHead } from '../../../../src/engine/reachability/tasks/derive-from-archives.ts'
import { unpackParts } from '../../../../src/engine/reachability/tasks/packed-parts.ts'
import {
  deriveFunctions,
  type DeriveFunctionsContext,
} from '../../../../src/engine/scanner/reachability/derive-functions.ts'
import { openFileResults } from '../../../../src/engine/scanner/file-results/file-results.ts'
import { derivedFunctions } from '../../../../src/engine/scanner/reachability/derived-functions.ts'
import { createPackageReader } from '../../../../src/engine/scanner/reachability/package-reader.ts'
import { type FixedAdvisory, PackageStore } from '../../../../src/engine/scanner/reachability/package-store.ts'
import { reachabilityLimits } from '../../../../src/engine/scanner/reachability/reachability-limits.ts'
import { workingTree } from '../../../support/working-tree.ts'
import { advisoriesAbout } from './scanned-project.ts'

type FailedOutcome = Extract<FileOutcome, { failure: string }>

const archives: DeriveFunctionsContext['archives'] = {
  versions: async () => ['1.0.0', '1.1.0'],
  // The same bytes for every name: anyone can publish the archives of a package again.
  fetch: async ({ version }) => ({ kind: 'tar', packed: Buffer.from(version) }),
}
/** Releases of each comparison, as `name affected..fixed`. */
const compared: string[][] = []

/** Answers as a child process does. Fails for more than `most` releases. */
const workFor = (most = Number.POSITIVE_INFINITY): DeriveFunctionsContext['work'] => ({
  async *run(_task, files) {
    for (const file of files) {
      const { fixes } = unpackParts(Buffer.from(await file.read())).head as DeriveHead
      compared.push(
        fixes.map(
          ({ release: { name, affectedVersion, fixedVersion } }) => `${name} ${affectedVersion}..${fixedVersion}`,
        ),
      )
      const { path } = file
      if (fixes.length > most) yield { path, failure: 'took too long' }
      else
        yield {
          path,
          result: fixes.map(({ release }) => ({
            ...release,
            confidence: 'high',
            functions: [],
            shortfall: 'no-function-changed',
          })),
        }
    }
  },
  computedMs: 0,
  async [Symbol.asyncDispose]() {},
})
const fixOf = (name: string, advisoryId: string, fixedVersion = '1.1.0') => ({
  ecosystem: 'npm' as const,
  name,
  advisoryId,
  fixedVersion,
})

/** Derives the functions of advisories. Returns the affected version of each, or why it is not known. */
async function derivedFrom(context: DeriveFunctionsContext, fixes: readonly FixedAdvisory[]) {
  const found = new Map<string, string>()
  for await (const { fix, derived } of deriveFunctions(context, fixes))
    found.set(fix.advisoryId, 'failure' in derived ? derived.failure : derived.functions.affectedVersion)
  return Object.fromEntries(found)
}

beforeEach(() => void compared.splice(0))

it('compares the versions of a fix once, and not for another package with the same archives', async () => {
  const advisories = advisoriesAbout([
    { name: 'copy', id: 'GHSA-0', fixedVersion: '1.1.0' },
    { name: 'flawed', id: 'GHSA-1', fixedVersion: '1.1.0' },
    { name: 'flawed', id: 'GHSA-2', fixedVersion: '1.1.0' },
  ])
  const context = { archives, advisories, work: workFor(), pairs: new Map() }
  expect(await derivedFrom(context, [fixOf('copy', 'GHSA-0')])).toEqual({ 'GHSA-0': '1.0.0' })
  const both = [fixOf('flawed', 'GHSA-1'), fixOf('flawed', 'GHSA-2')]
  expect(await derivedFrom(context, both)).toEqual({ 'GHSA-1': '1.0.0', 'GHSA-2': '1.0.0' })
  expect(compared).toEqual([['copy 1.0.0..1.1.0'], ['flawed 1.0.0..1.1.0']])
})

describe('several fixes of a package', () => {
  const advisories = advisoriesAbout([
    { name: 'flawed', id: 'GHSA-1', fixedVersion: '1.1.0' },
    { name: 'flawed', id: 'GHSA-2', fixedVersion: '1.2.0' },
    { name: 'flawed', id: 'GHSA-3', fixedVersion: '1.3.0' },
  ])
  const fixes = [fixOf('flawed', 'GHSA-1'), fixOf('flawed', 'GHSA-2', '1.2.0'), fixOf('flawed', 'GHSA-3', '1.3.0')]
  const versions = async () => ['1.0.0', '1.1.0', '1.2.0', '1.3.0']
  const affected = { 'GHSA-1': '1.0.0', 'GHSA-2': '1.1.0', 'GHSA-3': '1.2.0' }
  const releases = ['flawed 1.0.0..1.1.0', 'flawed 1.1.0..1.2.0', 'flawed 1.2.0..1.3.0']

  it('are compared by one child', async () => {
    const context = { archives: { ...archives, versions }, advisories, work: workFor(), pairs: new Map() }
    expect(await derivedFrom(context, fixes)).toEqual(affected)
    expect(compared).toEqual([releases])
  })

  it('are compared by a child each if one child fails for all', async () => {
    const context = { archives: { ...archives, versions }, advisories, work: workFor(1), pairs: new Map() }
    expect(await derivedFrom(context, fixes)).toEqual(affected)
    expect(compared).toEqual([releases, ...releases.map((one) => [one])])
  })

  it('are compared by several children if their archives are large', async () => {
    const large: DeriveFunctionsContext['archives'] = {
      versions,
      fetch: async ({ version }) => ({
        kind: 'tar',
        packed: Buffer.alloc(reachabilityLimits.maxComparedBytes, version),
      }),
    }
    const context = { archives: large, advisories, work: workFor(), pairs: new Map() }
    expect(await derivedFrom(context, fixes)).toEqual(affected)
    expect(compared).toEqual(releases.map((one) => [one]))
  })

  it('are compared by several children if there are many', async () => {
    const most = reachabilityLimits.maxComparedPairs
    const many = Array.from({ length: most + 1 }, (_, index) => `1.${index + 1}.0`)
    const context = {
      archives: { ...archives, versions: async () => ['1.0.0', ...many] },
      advisories: advisoriesAbout(many.map((fixedVersion) => ({ name: 'flawed', id: fixedVersion, fixedVersion }))),
      work: workFor(),
      pairs: new Map(),
    }
    await derivedFrom(
      context,
      many.map((version) => fixOf('flawed', version, version)),
    )
    expect(compared.map(({ length }) => length)).toEqual([most, 1])
  })

  it('can be compared again after a failure of the registry', async () => {
    const pairs: DeriveFunctionsContext['pairs'] = new Map()
    const broken: DeriveFunctionsContext['archives']['fetch'] = async ({ version }) => {
      if (version === '1.3.0') throw new Error('the registry is broken')
      return await archives.fetch({ ecosystem: 'npm', name: 'flawed', version })
    }
    const first = { archives: { versions, fetch: broken }, advisories, work: workFor(), pairs }
    await expect(derivedFrom(first, fixes)).rejects.toThrow('the registry is broken')
    expect(await derivedFrom({ ...first, archives: { ...archives, versions } }, fixes)).toEqual(affected)
  })

  it('do not prevent each other if an archive is missing', async () => {
    const fetch: DeriveFunctionsContext['archives']['fetch'] = async (version) =>
      version.version === '1.2.0' ? { failure: 'the registry does not have it' } : await archives.fetch(version)
    const context = { archives: { versions, fetch }, advisories, work: workFor(), pairs: new Map() }
    const failure = 'flawed@1.2.0: the registry does not have it'
    expect(await derivedFrom(context, fixes)).toEqual({ 'GHSA-1': '1.0.0', 'GHSA-2': failure, 'GHSA-3': failure })
  })
})

describe('a failed comparison', () => {
  const advisories = advisoriesAbout([{ name: 'flawed', id: 'GHSA-1', fixedVersion: '1.1.0' }])
  const timeoutMs = reachabilityLimits.packageTimeoutMs
  const failingWith = (failure: Omit<FailedOutcome, 'path' | 'failure'>): DeriveFunctionsContext['work'] => ({
    ...workFor(),
    async *run(_task, files) {
      for (const { path } of files) yield { path, failure: 'was not read', ...failure }
    },
  })

  it.each<[string, Omit<FailedOutcome, 'path' | 'failure'>, boolean]>([
    ['needs too much memory', { isOfMemory: true, lostMs: 1_000 }, true],
    ['takes too long', { lostMs: timeoutMs }, true],
    ['throws', { isOfTask: true }, true],
    ['had less time than others', { lostMs: timeoutMs / 10 }, false],
    ['ran on a slow machine', { cause: 'service' }, false],
  ])('names the archives if it always fails: it %s', async (_, failure, isLasting) => {
    const context = { archives, advisories, work: failingWith(failure), pairs: new Map() }
    const results: unknown[] = []
    for await (const { derived } of deriveFunctions(context, [fixOf('flawed', 'GHSA-1')])) results.push(derived)
    const record = { affectedVersion: '1.0.0', affectedDigest: expect.any(String), fixedDigest: expect.any(String) }
    expect(results).toEqual([{ failure: 'comparing the versions failed: was not read', ...(isLasting && { record }) }])
  })

  it('names the archives if one cannot be read', async () => {
    const work: DeriveFunctionsContext['work'] = {
      ...workFor(),
      async *run(_task, files) {
        for (const { path } of files) yield { path, result: [null] }
      },
    }
    const results: unknown[] = []
    const context = { archives, advisories, work, pairs: new Map() }
    for await (const { derived } of deriveFunctions(context, [fixOf('flawed', 'GHSA-1')])) results.push(derived)
    expect(results).toMatchObject([
      { failure: 'the archives could not be compared', record: { affectedVersion: '1.0.0' } },
    ])
  })

  it('is stored if it always fails', async () => {
    using tree = workingTree()
    using cache = openFileResults({ folder: join(tree.path, 'cache'), log: { warn: () => {} } })
    const sources = { npmRegistry: { addressOf: () => 'https://registry.example/' }, pypiIndex: { address: '' } }
    const store = new PackageStore(cache, sources as never, 'command')
    const version = { ecosystem: 'npm', name: 'flawed', version: '1.0.0' } as const
    const component = { ...version, purl: 'pkg:npm/flawed@1.0.0', direct: true, dev: false, introducedBy: [] }
    const advisory = { id: 'GHSA-1', aliases: [], url: 'https://osv.example/GHSA-1', fixedVersion: '1.1.0' }
    const failuresWith = async (failure: Omit<FailedOutcome, 'path' | 'failure'>) => {
      let count = 0
      const counted: DeriveFunctionsContext['archives'] = {
        ...archives,
        fetch: async (version) => {
          count += 1
          return await archives.fetch(version)
        },
      }
      const context = { archives: counted, advisories, work: failingWith(failure), store }
      const { failures } = await derivedFunctions(
        {
          store,
          reader: createPackageReader(context as never),
          clock: { signal: AbortSignal.timeout(60_000) },
          signal: AbortSignal.timeout(60_000),
        },
        [{ advisory, component, version }],
      )
      return { count, failures: [...failures.values()] }
    }
    const failures = ['comparing the versions failed: was not read']
    expect(await failuresWith({ cause: 'service' })).toEqual({ count: 2, failures })
    expect(await failuresWith({ isOfMemory: true })).toEqual({ count: 2, failures })
    expect(await failuresWith({ isOfMemory: true })).toEqual({ count: 0, failures })
  })
})
