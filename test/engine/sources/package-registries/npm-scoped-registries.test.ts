import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { NpmCredentials } from '../../../../src/engine/sources/package-registries/npm-credentials.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import {
  type NpmStandIn,
  type StandInOptions,
  type StandInPackages,
  startNpmStandIn,
} from '../../../support/npm-stand-in.ts'

interface World extends AsyncDisposable {
  readonly main: NpmStandIn
  readonly corp: NpmStandIn
  readonly registry: ReturnType<typeof createNpmRegistry>
}

/** Starts a default registry, and another one for the scope `@corp`, each with a token. */
async function world(
  packages: { main?: StandInPackages; corp?: StandInPackages },
  options: { main?: StandInOptions; corp?: StandInOptions } = {},
): Promise<World> {
  const [main, corp] = [
    await startNpmStandIn(packages.main ?? {}, options.main),
    await startNpmStandIn(packages.corp ?? {}, options.corp),
  ]
  const network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const token = ({ url }: NpmStandIn, value: string): [string, string] => [`//${new URL(url).host}/:_authToken`, value]
  const credentials = new NpmCredentials(new Map([token(main, 'main'), token(corp, 'corp')]))
  const registry = createNpmRegistry({
    network,
    registry: main.url,
    byScope: new Map([['@corp', corp.url.slice(0, -1)]]),
    credentials,
  })
  return {
    main,
    corp,
    registry,
    async [Symbol.asyncDispose]() {
      await network[Symbol.asyncDispose]()
      await main.close()
      await corp.close()
    },
  }
}

const distOf = async ({ registry }: World, name: string) => {
  const lookup = await registry.packument(name)
  const dist = lookup.status === 'found' ? Object.values(lookup.packument.versions)[0]?.dist : undefined
  if (dist === undefined) throw new Error(`${name} is not there`)
  return dist
}

describe('a scope with a registry of its own', () => {
  it('has its packages and archives from there, with its credentials, and others have not', async () => {
    await using all = await world({ main: { 'a@1.0.0': {}, '@other/a@1.0.0': {} }, corp: { '@corp/a@1.0.0': {} } })
    for (const name of ['a', '@other/a', '@corp/a'])
      expect(await all.registry.tarball(await distOf(all, name))).toMatchObject({ status: 'found' })
    expect(all.main.requests).toEqual(['a', 'a/-/a-1.0.0.tgz', '@other/a', '@other/a/-/a-1.0.0.tgz'])
    expect(all.corp.requests).toEqual(['@corp/a', '@corp/a/-/a-1.0.0.tgz'])
    expect(new Set(all.main.authorizations)).toEqual(new Set(['Bearer main']))
    expect(new Set(all.corp.authorizations)).toEqual(new Set(['Bearer corp']))
  })

  it('is not looked for elsewhere when its registry does not have it', async () => {
    await using all = await world({ main: { '@corp/a@1.0.0': {} } })
    expect(await all.registry.packument('@corp/a')).toEqual({ status: 'not-found' })
    expect(all.main.requests).toEqual([])
  })

  it.each([
    ['main', 'a', 'corp'],
    ['corp', '@corp/a', 'main'],
  ] as const)(
    'what %s says of %s leads to %s neither with credentials nor into its network',
    async (from, name, to) => {
      const elsewhere = await world({ [to]: { [`${name}@1.0.0`]: {} } })
      await using other = elsewhere
      const tarball = `${other[to].url}${name}/-/a-1.0.0.tgz`
      await using all = await world({ [from]: { [`${name}@1.0.0`]: { registry: { dist: { tarball } } } } })
      expect(await all.registry.tarball(await distOf(all, name))).toMatchObject({ status: 'address-not-allowed' })
      expect(other[to].requests).toEqual([])
    },
  )

  it("of one chosen registry is not lent to the other, though both are the operator's", async () => {
    let corpUrl = ''
    await using all = await world(
      { main: { 'a@1.0.0': {} } },
      {
        main: {
          answer: (path) =>
            path === 'a'
              ? JSON.stringify({
                  versions: {
                    '1.0.0': {
                      dist: { tarball: `${corpUrl}secret`, integrity: 'sha512-AAAA', shasum: '0'.repeat(40) },
                    },
                  },
                })
              : undefined,
        },
      },
    )
    corpUrl = all.corp.url
    expect(await all.registry.tarball(await distOf(all, 'a'))).toMatchObject({ status: 'address-not-allowed' })
    expect(all.corp.requests).toEqual([])
  })

  it('keeps its archives as its own in lockfiles', async () => {
    await using all = await world({})
    expect(all.registry.origins).toEqual(new Set([all.main, all.corp].map(({ url }) => new URL(url).origin)))
  })
})

describe('credentials', () => {
  it('stay where they belong when the registry leads elsewhere', async () => {
    await using target = await startNpmStandIn({ 'a@1.0.0': {} })
    await using network = createNetwork({
      allowedNetworks: [
        { purpose: 'upstream', cidr: '127.0.0.1/32' },
        { purpose: 'source', cidr: '127.0.0.1/32' },
      ],
    })
    const server = createServer((request, response) =>
      response.writeHead(302, { location: `${target.url}a` }).end(request.url),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const registry = createNpmRegistry({
      network,
      registry: `http://${host}/`,
      credentials: new NpmCredentials(new Map([[`//${host}/:_authToken`, 's3cret']])),
    })
    expect(await registry.packument('a')).toMatchObject({ status: 'found' })
    expect(target.authorizations).toEqual([undefined])
    server.close()
  })

  it.each([401, 403, 500])('are in no answer to HTTP %i', async (status) => {
    await using all = await world({}, { main: { answer: () => status } })
    expect(JSON.stringify(await all.registry.packument('a'))).not.toMatch(/Bearer|main/)
  })
})

describe('a mirror of the public registry', () => {
  it('has the archives that its metadata puts there', async () => {
    await using mirror = await startNpmStandIn({
      'a@1.0.0': { registry: { dist: { tarball: 'https://public.example/a/-/a-1.0.0.tgz' } } },
    })
    await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
    const registry = createNpmRegistry({ network, registry: mirror.url, publicRegistry: 'https://public.example/' })
    const lookup = await registry.packument('a')
    const dist = lookup.status === 'found' ? lookup.packument.versions['1.0.0']?.dist : undefined
    expect(dist && (await registry.tarball(dist))).toMatchObject({ status: 'found' })
    expect(mirror.requests).toEqual(['a', 'a/-/a-1.0.0.tgz'])
  })
})
