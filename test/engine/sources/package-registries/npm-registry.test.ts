import nock from 'nock'
import { afterEach, describe, expect, it } from 'vitest'
import { packumentLimits } from '../../../../src/engine/sources/package-registries/packument-limits.ts'
import { packageLimits } from '../../../../src/engine/sources/package-limits.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import type { NpmPackument } from '../../../../src/engine/sources/package-registries/npm-packument.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { pickNpmVersion } from '../../../../src/engine/sources/package-registries/pick-npm-version.ts'
import { sha512Integrity } from '../../../../src/engine/sources/package-registries/npm-integrity.ts'

const network = createNetwork({ allowedNetworks: [], resolve: async () => [{ address: '93.184.215.14', family: 4 }] })
const registry = createNpmRegistry({ network, registry: 'https://registry.example/npm' })
const upstream = () => nock('https://registry.example')

afterEach(() => {
  nock.cleanAll()
})

async function packumentOf(document: unknown, name = 'a'): Promise<NpmPackument> {
  upstream()
    .get(`/npm/${name}`)
    .reply(200, typeof document === 'string' ? document : JSON.stringify(document))
  const lookup = await registry.packument(name)
  if (lookup.status !== 'found') throw new Error(JSON.stringify(lookup))
  return lookup.packument
}

describe('asking for a package', () => {
  it('does not hold what would take gigabytes: millions of objects in a few packed kilobytes', async () => {
    upstream()
      .get('/npm/a')
      .reply(200, `{"name":"a","versions":{},"x":[${'{},'.repeat(packumentLimits.maxValues)}{}]}`)
    const before = process.memoryUsage().heapUsed
    expect(await registry.packument('a')).toMatchObject({ status: 'unavailable' })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 2 ** 20)
  })

  it('asks for the abbreviated form and trims the full one', async () => {
    upstream()
      .get('/npm/a')
      .matchHeader('accept', /^application\/vnd\.npm\.install-v1\+json/)
      .reply(200, {
        name: 'a',
        readme: 'x'.repeat(1_000),
        'dist-tags': { latest: '1.0.0' },
        time: { created: '2020-01-01T00:00:00Z', '1.0.0': '2020-01-02T00:00:00Z' },
        versions: {
          '1.0.0': {
            name: 'a',
            version: '1.0.0',
            readme: 'x',
            scripts: { install: 'x' },
            dependencies: { b: '1', c: '1' },
            optionalDependencies: { c: '2' },
            devDependencies: { d: '1' },
            peerDependencies: { p: '1', q: '2' },
            peerDependenciesMeta: { q: { optional: true }, r: { optional: false } },
            bundledDependencies: ['b'],
            dist: { tarball: 'https://registry.example/a.tgz', integrity: 'sha512-x', shasum: 'y', fileCount: 3 },
            deprecated: 'gone',
            hasInstallScript: true,
            _hasShrinkwrap: true,
            engines: { node: '>=18' },
          },
        },
      })
    expect(await registry.packument('a')).toEqual({
      status: 'found',
      packument: {
        name: 'a',
        distTags: { latest: '1.0.0' },
        time: { created: '2020-01-01T00:00:00Z', '1.0.0': '2020-01-02T00:00:00Z' },
        unpublished: false,
        versions: {
          '1.0.0': {
            name: 'a',
            version: '1.0.0',
            dependencies: { b: '1' },
            optionalDependencies: { c: '2' },
            peerDependencies: { p: '1', q: '2' },
            optionalPeers: new Set(['q']),
            bundleDependencies: ['b'],
            dist: { tarball: 'https://registry.example/a.tgz', integrity: 'sha512-x', shasum: 'y' },
            deprecated: 'gone',
            hasInstallScript: true,
            hasShrinkwrap: true,
            engines: { node: '>=18' },
          },
        },
      },
    })
  })

  it.each([
    ['a', '/npm/a'],
    ['@s/a', '/npm/@s%2Fa'],
    ['JSONStream', '/npm/JSONStream'],
    ["it's", "/npm/it's"],
  ])('writes %s as %s', async (name, path) => {
    const scope = upstream()
      .get((uri) => uri === path)
      .reply(200, { versions: {} })
    expect(await registry.packument(name)).toMatchObject({ status: 'found' })
    expect(scope.isDone()).toBe(true)
  })

  it.each([
    [404, 'not-found'],
    [410, 'not-found'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [451, 'forbidden'],
    [500, 'unavailable'],
    [418, 'unavailable'],
    [304, 'unavailable'],
  ])('tells %i as %s', async (status, outcome) => {
    upstream().get('/npm/a').reply(status, {})
    expect(await registry.packument('a')).toMatchObject({ status: outcome })
  })

  it('tells a broken connection as unavailable', async () => {
    upstream()
      .get('/npm/a')
      .times(5)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    expect(await registry.packument('a')).toMatchObject({ status: 'unavailable' })
  })

  it('tells a description that is too large as unavailable', async () => {
    const small = createNpmRegistry({
      network: {
        ...network,
        get: (request) =>
          network.get({ ...request, maxBytes: request.maxBytes === packumentLimits.maxBytes ? 100 : 0 }),
      },
      registry: 'https://registry.example/npm/',
    })
    upstream().get('/npm/a').reply(200, 'x'.repeat(101))
    expect(await small.packument('a')).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('100') })
  })

  it('throws when it is cancelled', async () => {
    upstream().get('/npm/a').delay(1_000).reply(200, {})
    const reason = new Error('no longer wanted')
    await expect(registry.packument('a', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('a hostile description', () => {
  it.each([null, [], 'text', 7, true])('that is %j is none', async (document) => {
    upstream().get('/npm/a').reply(200, JSON.stringify(document))
    expect(await registry.packument('a')).toMatchObject({ status: 'unavailable' })
  })

  it.each([
    {},
    { versions: null },
    { versions: [] },
    { versions: 'x' },
    { 'dist-tags': [], versions: {} },
    { 'dist-tags': null, time: 7 },
  ])('%j has no versions', async (document) => {
    const packument = await packumentOf(document)
    expect(Object.keys(packument.versions)).toEqual([])
    expect(pickNpmVersion(packument, '*')).toBeUndefined()
    expect(pickNpmVersion(packument, 'latest')).toBeUndefined()
  })

  it('of the wrong types in one version harms no other', async () => {
    const wrong = {
      dependencies: ['b'],
      optionalDependencies: 'x',
      peerDependencies: 7,
      peerDependenciesMeta: null,
      bundleDependencies: 'b',
      dist: 'x',
      deprecated: { a: 1 },
      engines: ['node'],
      hasInstallScript: 'yes',
      _hasShrinkwrap: 1,
    }
    const { versions } = await packumentOf({
      versions: {
        '1.0.0': { dependencies: { b: '1' } },
        '1.0.1': wrong,
        '1.0.2': null,
        '1.0.3': [],
        '1.0.4': 'x',
        'not a version': {},
        '1.0.5': { dependencies: { b: 7, c: null, d: ['1'], e: '1' } },
      },
    })
    expect(Object.keys(versions)).toEqual(['1.0.0', '1.0.1', '1.0.5'])
    expect(versions['1.0.0']).toMatchObject({ dependencies: { b: '1' } })
    expect(versions['1.0.1']).toEqual({
      name: 'a',
      version: '1.0.1',
      dependencies: {},
      optionalDependencies: {},
      peerDependencies: {},
      optionalPeers: new Set(),
      bundleDependencies: [],
      dist: { tarball: undefined, integrity: undefined, shasum: undefined },
      deprecated: '[object Object]',
      engines: {},
      hasInstallScript: false,
      hasShrinkwrap: false,
    })
    expect(versions['1.0.5']).toMatchObject({ dependencies: { e: '1' } })
  })

  it('of wrong name and version inside of a version changes neither', async () => {
    const { versions } = await packumentOf({ versions: { '1.0.0': { name: 'other', version: '9.9.9' } } })
    expect(versions['1.0.0']).toMatchObject({ name: 'a', version: '1.0.0' })
  })

  it('with names that objects have is harmless', async () => {
    const packument = await packumentOf(
      '{"dist-tags":{"__proto__":"1.0.0","latest":"1.0.0"},' +
        '"versions":{"__proto__":{"dependencies":{"x":"1"}},"constructor":{},' +
        '"1.0.0":{"dependencies":{"__proto__":"1","constructor":"2","toString":"3"},' +
        '"peerDependenciesMeta":{"__proto__":{"optional":true}}}}}',
    )
    expect(Object.keys(packument.versions)).toEqual(['1.0.0'])
    expect(Object.entries(packument.versions['1.0.0']?.dependencies ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ])
    expect(packument.versions['1.0.0']?.optionalPeers).toEqual(new Set(['__proto__']))
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    for (const selector of ['constructor', 'hasOwnProperty', '__proto__x', 'toString'])
      expect(pickNpmVersion(packument, selector)).toBeUndefined()
    expect(pickNpmVersion(packument, '__proto__')?.version).toBe('1.0.0')
  })

  it('with tags that lead nowhere finds nothing there', async () => {
    const packument = await packumentOf({
      'dist-tags': { latest: '9.0.0', beta: 7, next: '__proto__' },
      versions: { '1.0.0': {} },
    })
    expect(['latest', 'beta', 'next'].map((tag) => pickNpmVersion(packument, tag))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(pickNpmVersion(packument, '*')?.version).toBe('1.0.0')
  })

  it.each([
    [true, ['b', 'c']],
    [{ b: true }, ['b']],
    [['b', 7], ['b']],
    [false, []],
    [null, []],
  ])('bundles %j as %j', async (bundleDependencies, names) => {
    expect(
      (await packumentOf({ versions: { '1.0.0': { dependencies: { b: '1', c: '1' }, bundleDependencies } } })).versions[
        '1.0.0'
      ]?.bundleDependencies,
    ).toEqual(names)
  })

  it.each([
    ['', undefined],
    [false, undefined],
    [null, undefined],
    [true, 'true'],
    ['old', 'old'],
    [1, '1'],
  ])('is deprecated by %j as %j', async (deprecated, expected) => {
    expect((await packumentOf({ versions: { '1.0.0': { deprecated } } })).versions['1.0.0']?.deprecated).toBe(expected)
  })
})

describe('asking for an archive', () => {
  const bytes = Buffer.from('an archive')
  const dist = (tarball: string | undefined) => ({ tarball, integrity: sha512Integrity(bytes), shasum: undefined })

  it('hands out verified bytes', async () => {
    upstream().get('/npm/a/-/a-1.0.0.tgz').reply(200, bytes)
    expect(await registry.tarball(dist('https://registry.example/npm/a/-/a-1.0.0.tgz'))).toEqual({
      status: 'found',
      bytes,
    })
  })

  it('hands out nothing that was changed on the way', async () => {
    upstream().get('/a.tgz').reply(200, 'another archive')
    expect(await registry.tarball(dist('https://registry.example/a.tgz'))).toMatchObject({ status: 'malformed' })
  })

  it.each([
    ['https://registry.example/a.tgz', 'upstream'],
    ['https://registry.example:443/a.tgz', 'upstream'],
    ['http://registry.example/a.tgz', 'source'],
    ['https://registry.example:8443/a.tgz', 'source'],
    ['https://cdn.registry.example/a.tgz', 'source'],
    ['https://registry.example@evil.example/a.tgz', 'source'],
  ])('takes %s as %s', async (tarball, purpose) => {
    const purposes: string[] = []
    const watched = createNpmRegistry({
      network: {
        ...network,
        get: (request) => {
          purposes.push(request.purpose)
          return network.get(request)
        },
      },
      registry: 'https://registry.example/npm',
    })
    await watched.tarball(dist(tarball))
    expect(purposes).toEqual([purpose])
  })

  it('tells an archive that is too large apart', async () => {
    upstream()
      .get('/a.tgz')
      .reply(200, Buffer.alloc(packageLimits.maxPackedBytes + 1))
    expect(await registry.tarball(dist('https://registry.example/a.tgz'))).toMatchObject({ status: 'too-large' })
  })
})
