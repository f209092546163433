import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressGuard, type Resolve } from '../../../src/engine/net/address-guard.ts'
import { type AllowedNetwork, parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createGuardedAgents } from '../../../src/engine/net/guarded-agent.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { type Network, NetworkFailure, type Purpose, purposes } from '../../../src/engine/net/network.ts'
import { type LoopbackServer, serve, withRealSockets } from '../../engine/net/loopback.ts'
import { type ConnectionWatch, watchConnections } from '../../support/connection-watch.ts'
import { literalHosts, refusedNames } from '../../support/refused-hosts.ts'

withRealSockets()

const names = Object.keys(refusedNames)
const hosts = [...literalHosts, ...names]
const statuses = [301, 302, 303, 307, 308]

/** Resolves names from the list. Any address notation that reaches a resolver means loopback, as with getaddrinfo. */
const resolve: Resolve = async (name) => {
  const addresses =
    name === 'allowed.example' ? ['127.0.0.1'] : (refusedNames[name.toLowerCase().replace(/\.$/, '')] ?? ['127.0.0.1'])
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

let watch: ConnectionWatch
/** Redirects to the URL in its path, with the status in its path. */
let allowed: LoopbackServer
let networks: AllowedNetwork[]
let network: Network & AsyncDisposable

beforeAll(async () => {
  watch = await watchConnections()
  allowed = await serve((request, response) => {
    const [, status, location = ''] = /^\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? []
    if (status === undefined) response.end('allowed')
    else
      response
        .writeHead(Number(status), { location: Buffer.from(decodeURIComponent(location)).toString('latin1') })
        .end()
  })
  watch.expect('127.0.0.1', allowed.port)
  networks = parseAllowedNetworks(`source=127.0.0.1:${allowed.port},upstream=127.0.0.1:${allowed.port}`)
  network = createNetwork({ allowedNetworks: networks, resolve, upstreams: [`http://allowed.example:${allowed.port}`] })
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
  await allowed[Symbol.asyncDispose]()
  await watch[Symbol.asyncDispose]()
})

/** Runs after each attempt. The first test proves that the same listener and watch would detect a connection. */
function expectNobodyContacted(): void {
  expect(watch.attempts()).toEqual([])
  expect(watch.accepted()).toBe(0)
}

const redirectTo = (location: string, status = 302) =>
  `http://allowed.example:${allowed.port}/${status}/${encodeURIComponent(location)}`

async function refusal(url: string, purpose: Purpose): Promise<string> {
  const outcome = await network.get({ url, purpose, maxBytes: 100, timeoutMs: 5_000 }).catch((error: unknown) => error)
  expectNobodyContacted()
  expect(outcome, `${purpose} ${url}`).toBeInstanceOf(NetworkFailure)
  return (outcome as NetworkFailure).code
}

const refused = /^(?:address|url)-not-allowed$/

describe('the proof of these tests', () => {
  it.each(['127.0.0.1', '127.0.0.2', '0.0.0.0', 'localhost', '::1', '::ffff:127.0.0.1'])(
    'notices a connection to %s',
    async (host) => {
      expect(await watch.provesItself(host)).toBe(true)
      expectNobodyContacted()
    },
  )

  it('is about more than sixty hosts, each listed once', () => {
    expect(hosts.length).toBeGreaterThan(150)
    expect(new Set(hosts).size).toBe(hosts.length)
  })

  it('has a host that may be contacted, and redirects of it that are followed', async () => {
    for (const purpose of ['source', 'upstream'] as const) {
      expect(
        (
          await network.get({ url: redirectTo(`http://allowed.example:${allowed.port}/`), purpose, maxBytes: 100 })
        ).body.toString(),
      ).toBe('allowed')
    }
  })
})

describe('no host is contacted at', () => {
  it.each(hosts)('%s', async (host) => {
    for (const purpose of purposes) {
      for (const url of [
        `http://${host}:${watch.port}/`,
        `https://${host}:${watch.port}/`,
        `http://${host}/`,
        `https://${host}/latest/meta-data/`,
      ]) {
        expect(await refusal(url, purpose)).toMatch(
          host === 'nobody.example' && purpose === 'upstream' ? 'name-not-found' : refused,
        )
      }
    }
  })
})

describe('an allowed host cannot redirect to', () => {
  it.each(hosts)('%s', async (host) => {
    for (const status of statuses)
      expect(await refusal(redirectTo(`http://${host}:${watch.port}/`, status), 'source')).toMatch(refused)
    for (const location of [
      `https://${host}:${watch.port}/`,
      `//${host}:${watch.port}/x`,
      `\\\\${host}:${watch.port}/`,
      `http:\\\\${host}:${watch.port}/`,
      `HTTP://${host}/`,
    ]) {
      expect(await refusal(redirectTo(location), 'source')).toMatch(refused)
      expect(await refusal(redirectTo(location), 'upstream')).toMatch(refused)
    }
  })

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1/_x',
    'dict://127.0.0.1/',
    'data:text/plain,x',
    'javascript:1',
    'blob:http://127.0.0.1/x',
    'ws://127.0.0.1/',
    'ssh://127.0.0.1/',
    'git://127.0.0.1/',
    'ext::sh -c id',
    'unix:/run/docker.sock:/',
    'http+unix://%2frun%2fdocker.sock/',
    'jar:http://127.0.0.1!/',
    'about:blank',
  ])('the scheme of %s', async (location) => {
    for (const purpose of ['source', 'upstream'] as const)
      expect(await refusal(redirectTo(location), purpose)).toBe('url-not-allowed')
  })

  it('a refused address at the end of a chain', async () => {
    let location = `http://127.0.0.1:${watch.port}/`
    for (let hop = 1; hop <= 5; hop++) {
      location = redirectTo(location, statuses[hop - 1])
      expect(await refusal(location, 'source')).toBe('address-not-allowed')
    }
    expect(await refusal(redirectTo(location), 'source')).toBe('too-many-redirects')
  })

  it('another port of its own address', async () => {
    for (const purpose of ['source', 'upstream'] as const)
      expect(await refusal(redirectTo(`http://allowed.example:${watch.port}/`), purpose)).toBe('address-not-allowed')
  })
})

describe('a name that rebinds', () => {
  /** Resolves to an allowed address first, and then to others. */
  const rebinding = (...later: string[]) => {
    const lists = [['127.0.0.1'], later]
    let asked = 0
    return createNetwork({
      allowedNetworks: networks,
      resolve: async () => (lists[Math.min(asked++, 1)] ?? []).map((address) => ({ address, family: isIP(address) })),
    })
  }

  it.each([
    ['127.0.0.2'],
    ['::1'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['127.0.0.1', '127.0.0.2'],
  ])('is contacted where it was checked, and refused when it is looked up again: %s', async (...later) => {
    await using rebound = rebinding(...later)
    const url = `http://rebinding.example:${allowed.port}/`
    expect((await rebound.get({ url, purpose: 'source', maxBytes: 100 })).body.toString()).toBe('allowed')
    // A POST uses a separate connection and therefore another lookup.
    await expect(rebound.post({ url, purpose: 'source', maxBytes: 100, body: '' })).rejects.toMatchObject({
      code: 'address-not-allowed',
    })
    expectNobodyContacted()
  })

  it('between two hops is refused at the second', async () => {
    await using rebound = rebinding('127.0.0.2')
    const url =
      `http://rebinding.example:${allowed.port}` + `/302/${encodeURIComponent(`http://again.example:${watch.port}/`)}`
    await expect(rebound.get({ url, purpose: 'source', maxBytes: 100 })).rejects.toMatchObject({
      code: 'address-not-allowed',
    })
    expectNobodyContacted()
  })
})

describe('deliveries of webhooks contact no host at', () => {
  /** Sends a Node http or https request through the guarded agents, like a delivery. */
  async function deliver(host: string, scheme: 'http' | 'https'): Promise<unknown> {
    using agents = createGuardedAgents(createAddressGuard({ allowedNetworks: networks, resolve }), 'webhook')
    return await new Promise<unknown>((settle) => {
      const answered = (response: IncomingMessage) => settle(response.statusCode)
      // Some of these hosts are invalid in a header.
      const options = { host, port: watch.port, timeout: 5_000, headers: { host: 'receiver.example' } }
      const request =
        scheme === 'http'
          ? httpGet({ ...options, agent: agents.http }, answered)
          : httpsGet({ ...options, agent: agents.https }, answered)
      request.on('error', settle)
    })
  }

  // Hosts are passed directly, without a URL parser.
  it.each(hosts)('%s', async (host) => {
    for (const scheme of ['http', 'https'] as const) {
      expect(await deliver(host, scheme)).toMatchObject({ name: 'NetworkFailure', code: 'address-not-allowed' })
      expect(await deliver(host.replace(/^\[|\]$/g, ''), scheme)).toMatchObject({
        name: 'NetworkFailure',
        code: 'address-not-allowed',
      })
      expectNobodyContacted()
    }
  })
})

it('deliveries of webhooks contact no socket in the file system', async () => {
  using agents = createGuardedAgents(createAddressGuard({ allowedNetworks: networks, resolve }), 'webhook')
  const options = { socketPath: '/run/docker.sock' }
  for (const deliver of [
    () => httpGet({ ...options, agent: agents.http }),
    () => httpsGet({ ...options, agent: agents.https }),
  ]) {
    const [error] = await once(deliver(), 'error')
    expect(error).toMatchObject({ name: 'NetworkFailure', code: 'url-not-allowed' })
  }
})

describe("the system's own resolver, which reads more spellings than addresses have", () => {
  it.each([
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0',
    '169.16689662',
    '0xa9fea9fe',
  ])('leads %s nowhere', async (host) => {
    const guard = createAddressGuard({ allowedNetworks: [] })
    for (const purpose of purposes)
      await expect(guard.addressesOf({ purpose, host, port: watch.port })).rejects.toMatchObject({
        code: 'address-not-allowed',
      })
  })
})
