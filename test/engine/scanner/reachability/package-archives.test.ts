import { expect, it } from 'vitest'
import { registrySnapshot } from '../../../../src/engine/inventory/resolution/registry-snapshot.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { openPackageArchives } from '../../../../src/engine/scanner/reachability/package-archives.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { sourceContext } from '../../../support/source-context.ts'

const noNames = { scopes: new Set<string>(), npmRegistry: undefined, mavenMirror: undefined, cratesIndex: undefined }
const signal = AbortSignal.timeout(20_000)
const version = (name: string) => ({ ecosystem: 'npm' as const, name, version: '1.0.0' })

it('stops downloading at the limit of the scan, and keeps the archives of vulnerable packages', async () => {
  await using standIn = await startNpmStandIn({ 'a@1.0.0': {}, 'b@1.0.0': {}, 'c@1.0.0': {} })
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const context = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: standIn.url }) })
  const archives = openPackageArchives({
    resolution: registrySnapshot(context, new Date()),
    names: noNames,
    kept: new Set(['npm a']),
    signal,
    limits: { maxDownloadedBytes: 0, maxKeptBytes: 1_000_000 },
  })
  const first = await archives.fetch(version('a'))
  expect(first).toEqual({ kind: 'tar', packed: expect.any(Buffer) })
  const requests = standIn.requests.length
  expect(await archives.fetch(version('b'))).toEqual({
    failure: 'the scan has downloaded more than 0 MiB of archives',
  })
  expect(await archives.fetch(version('a'))).toBe(first)
  expect(standIn.requests).toHaveLength(requests)
})

it.each([
  ['private sources', { resolution: { off: 'the source is private' }, names: noNames }, 'the source is private'],
  [
    'projects with another registry',
    { names: { ...noNames, npmRegistry: 'https://npm.corp.example/' } },
    'the project gets its packages from another registry, which Assay does not contact',
  ],
])('sends no names of %s', async (_, given, failure) => {
  await using standIn = await startNpmStandIn({ 'a@1.0.0': {} })
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const context = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: standIn.url }) })
  const archives = openPackageArchives({
    resolution: registrySnapshot(context, new Date()),
    kept: new Set(),
    signal,
    ...given,
  })
  expect(await archives.fetch(version('a'))).toEqual({ failure })
  expect(await archives.versions({ ecosystem: 'npm', name: 'a' })).toEqual({ failure })
  expect(standIn.requests).toEqual([])
})
