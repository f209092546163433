import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { fetchSource, resolveSource } from '../../../src/engine/sources/fetch-source.ts'
import { type StandInOptions, type StandInPackages, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { fileEntry, writePackageTarball, writeTarball } from '../../support/tar-writer.ts'
import { sourceContext } from '../../support/source-context.ts'

async function scan(
  packages: StandInPackages,
  selector = 'latest',
  { name = 'a', ...options }: StandInOptions & { readonly name?: string } = {},
) {
  await using standIn = await startNpmStandIn(packages, options)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const context = sourceContext({
    npmRegistry: createNpmRegistry({ network, registry: standIn.url }),
    signal: AbortSignal.timeout(10_000),
  })
  const resolved = await resolveSource(context, { type: 'npm', name, selector })
  return { resolved, snapshot: await fetchSource(context, resolved) }
}

const three = { 'a@1.0.0': {}, 'a@1.1.0': {}, 'a@2.0.0-rc.1': {} }
const tags = { a: { latest: '1.1.0', next: '2.0.0-rc.1' } }

describe('a package is resolved to one version', () => {
  it.each([
    ['latest', '1.1.0'],
    ['next', '2.0.0-rc.1'],
    ['1.0.0', '1.0.0'],
    ['v1.0.0', '1.0.0'],
    ['^1.0.0', '1.1.0'],
    ['*', '1.1.0'],
    ['1', '1.1.0'],
    ['<1.1.0', '1.0.0'],
    ['>=2.0.0-0', '2.0.0-rc.1'],
  ])('%s is %s', async (selector, version) => {
    const { resolved, snapshot } = await scan(three, selector, { tags })
    expect(resolved).toMatchObject({
      type: 'npm',
      canonicalUrl: 'https://www.npmjs.com/package/a',
      revision: version,
      manifest: { name: 'a', version },
    })
    expect(snapshot.source).toEqual({
      type: 'npm',
      canonicalUrl: 'https://www.npmjs.com/package/a',
      revision: version,
      digest: expect.stringMatching(/^sha512-/),
      package: expect.objectContaining({ signature: expect.objectContaining({ state: 'absent' }) }),
    })
    expect(JSON.parse(snapshot.files.get('package.json')?.content.toString() ?? '')).toEqual({ name: 'a', version })
  })

  it.each([
    ['9.9.9', 'The npm package a has no version "9.9.9"; latest is 1.1.0, next is 2.0.0-rc.1.'],
    [
      '1.0.5',
      'The npm package a has no version "1.0.5"; latest is 1.1.0, next is 2.0.0-rc.1, the nearest other ' +
        'version is 1.0.0.',
    ],
    ['beta', 'The npm package a has no version "beta"; latest is 1.1.0, next is 2.0.0-rc.1.'],
    ['constructor', 'The npm package a has no version "constructor"; latest is 1.1.0, next is 2.0.0-rc.1.'],
    ['^7.0.0', 'The npm package a has no version "^7.0.0"; latest is 1.1.0, next is 2.0.0-rc.1.'],
  ])('%s is not there, but something near it may be', async (selector, message) => {
    await expect(scan(three, selector, { tags })).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND', message })
  })

  it('a scoped one too', async () => {
    const { resolved, snapshot } = await scan({ '@s/a@1.0.0': { files: { 'lib/x.js': 'x' } } }, 'latest', {
      name: '@s/a',
    })
    expect(resolved.canonicalUrl).toBe('https://www.npmjs.com/package/@s/a')
    expect([...snapshot.files.keys()]).toEqual(['package.json', 'lib/x.js'])
  })
})

describe('a package that cannot be resolved', () => {
  it('because it does not exist', async () => {
    await expect(scan({}, 'latest', { name: 'gone' })).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: 'The npm package gone could not be read: the npm registry does not have it.',
    })
  })

  it('because it was unpublished', async () => {
    const answer = () => JSON.stringify({ name: 'a', time: { unpublished: { time: '2020-01-01T00:00:00Z' } } })
    await expect(scan({}, 'latest', { answer })).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: 'The npm package a has no versions: it was unpublished.',
    })
  })

  it('because it has no versions', async () => {
    await expect(scan({}, 'latest', { answer: () => '{"name":"a","versions":{}}' })).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: 'The npm package a has no versions.',
    })
  })

  it.each([
    [401, 'SOURCE_FORBIDDEN'],
    [403, 'SOURCE_FORBIDDEN'],
    [451, 'SOURCE_FORBIDDEN'],
    [404, 'SOURCE_NOT_FOUND'],
    [410, 'SOURCE_NOT_FOUND'],
    [500, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [204, 'UPSTREAM_UNAVAILABLE'],
  ])('because the registry answers %i', async (status, code) => {
    await expect(scan(three, 'latest', { answer: () => status })).rejects.toMatchObject({ name: 'ScanFailure', code })
  })

  it.each(['<html>', '', 'null', '[]', '"a"', '7'])('because the registry answers %j', async (body) => {
    await expect(scan(three, 'latest', { answer: () => Buffer.from(body) })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
  })

  it('because the registry does not respond', async () => {
    await using network = createNetwork({
      allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }],
      limits: {
        connectTimeoutMs: 100,
        responseTimeoutMs: 100,
        totalTimeoutMs: 1_000,
        maxRedirects: 0,
        maxAttempts: 1,
        maxSentBytes: 1_024,
      },
    })
    const context = sourceContext({
      npmRegistry: createNpmRegistry({ network, registry: 'http://127.0.0.1:9/' }),
      signal: AbortSignal.timeout(10_000),
    })
    await expect(resolveSource(context, { type: 'npm', name: 'a', selector: 'latest' })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
  })
})

describe('an archive', () => {
  it('must have the bytes that the registry says', async () => {
    await expect(
      scan({ 'a@1.0.0': {} }, 'latest', {
        answer: (path) => (path.endsWith('.tgz') ? writePackageTarball({ 'package.json': '{}' }) : undefined),
      }),
    ).rejects.toMatchObject({
      code: 'SOURCE_MALFORMED',
      message:
        'The archive of a@1.0.0 could not be read: the archive does not match the digest that the ' +
        'registry lists for this version.',
    })
  })

  it.each([
    ['with a SHA-1 sum alone', { integrity: undefined }],
    ['with an integrity alone', { shasum: undefined }],
    ['with an integrity of no use and a SHA-1 sum', { integrity: 'md5-x not-a-digest' }],
  ])('%s is verified by it', async (_what, dist) => {
    expect((await scan({ 'a@1.0.0': { registry: { dist } } })).snapshot.files.size).toBe(1)
    const otherBytes = (path: string) =>
      path.endsWith('.tgz') ? writePackageTarball({ 'package.json': '{"other":1}' }) : undefined
    await expect(scan({ 'a@1.0.0': { registry: { dist } } }, 'latest', { answer: otherBytes })).rejects.toMatchObject({
      code: 'SOURCE_MALFORMED',
      message: expect.stringContaining('does not match'),
    })
  })

  it('must match the strongest of its digests', async () => {
    const weaker =
      'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ' +
      'sha512-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='
    await expect(scan({ 'a@1.0.0': { registry: { dist: { integrity: weaker } } } })).rejects.toMatchObject({
      code: 'SOURCE_MALFORMED',
    })
  })

  it.each([
    ['no digest at all', { integrity: undefined, shasum: undefined }, 'lists no digest'],
    ['digests of the wrong type', { integrity: 7, shasum: ['x'] }, 'lists no digest'],
    ['a digest that proves nothing', { integrity: 'md5-1B2M2Y8AsgTpgAmY7PhCfg==', shasum: 'no' }, 'lists no digest'],
    ['no address', { tarball: undefined }, 'lists no valid URL'],
    ['an address that is none', { tarball: 'a.tgz' }, 'lists no valid URL'],
  ])('with %s is not read', async (_what, dist, message) => {
    await expect(scan({ 'a@1.0.0': { registry: { dist } } })).rejects.toMatchObject({
      code: 'SOURCE_MALFORMED',
      message: expect.stringContaining(message),
    })
  })

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/a.tgz',
    'ftp://example.com/a.tgz',
    'file:///etc/passwd',
    'http://user:pw@127.0.0.1/a.tgz',
  ])('at %s is not fetched', async (tarball) => {
    await expect(scan({ 'a@1.0.0': { registry: { dist: { tarball } } } })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    })
  })

  it('elsewhere in the network that the operator opened for the registry is not fetched either', async () => {
    await using other = await startNpmStandIn({ 'a@1.0.0': {} })
    const [tarball] = [`${other.url}a/-/a-1.0.0.tgz`]
    await expect(scan({ 'a@1.0.0': { registry: { dist: { tarball } } } })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    })
    expect(other.requests).toEqual([])
  })

  it.each([
    [404, 'SOURCE_NOT_FOUND'],
    [403, 'SOURCE_FORBIDDEN'],
    [500, 'UPSTREAM_UNAVAILABLE'],
  ])('answered with %i fails the scan', async (status, code) => {
    await expect(
      scan({ 'a@1.0.0': {} }, 'latest', { answer: (path) => (path.endsWith('.tgz') ? status : undefined) }),
    ).rejects.toMatchObject({ code })
  })

  it('that is too large is not read', async () => {
    await expect(
      scan({ 'a@1.0.0': {} }, 'latest', {
        answer: (path) => (path.endsWith('.tgz') ? Buffer.alloc(51 * 2 ** 20) : undefined),
      }),
    ).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' })
  })

  it('without package.json is malformed', async () => {
    await expect(
      scan({ 'a@1.0.0': { tarball: writeTarball([fileEntry('package/index.js', 'x')]) } }),
    ).rejects.toMatchObject({ code: 'SOURCE_MALFORMED', message: 'The archive of a@1.0.0 has no package.json.' })
  })

  it('with nothing but package.json is fine', async () => {
    expect([...(await scan({ 'a@1.0.0': {} })).snapshot.files.keys()]).toEqual(['package.json'])
  })

  it('may call its leading folder as it likes', async () => {
    const { snapshot } = await scan({
      'a@1.0.0': {
        tarball: writeTarball([fileEntry('a-1.0.0/package.json', '{}'), fileEntry('a-1.0.0/lib/x.js', 'x')]),
      },
    })
    expect([...snapshot.files.keys()]).toEqual(['package.json', 'lib/x.js'])
    expect(snapshot.skipped).toEqual([])
  })

  it('with refused entries is read without them and names them', async () => {
    const { snapshot } = await scan({
      'a@1.0.0': {
        tarball: writeTarball([
          fileEntry('package/package.json', '{}'),
          { path: 'package/link', type: '2', linkpath: '/etc/passwd' },
        ]),
      },
    })
    expect([...snapshot.files.keys()]).toEqual(['package.json'])
    expect(snapshot.skipped).toEqual([{ path: 'package/link', reason: 'it is a symbolic link' }])
  })
})
