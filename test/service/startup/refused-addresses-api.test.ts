import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scans } from '../../../src/service/db/scans/schema.ts'
import { createAddressGuard, type Resolve } from '../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import type { AdvisoryStore } from '../../../src/engine/advisories/advisory-store.ts'
import { createSourceScanner } from '../../../src/engine/scanner/source-scanner.ts'
import { runScan } from '../../../src/service/scans/run-scan.ts'
import { type LoopbackServer, serve, withRealSockets } from '../../engine/net/loopback.ts'
import { type ConnectionWatch, watchConnections } from '../../support/connection-watch.ts'
import { type NpmStandIn, type StandInVersion, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { literalHosts, refusedNames } from '../../support/refused-hosts.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testApi } from '../../support/test-api.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { testStalls } from '../../support/test-stalls.ts'

withRealSockets()

const names = Object.keys(refusedNames)
const hosts = [...literalHosts, ...names]
const pageOf = (name: string) => `https://www.npmjs.com/package/${name}`

/** URLs that disguise their host. */
const disguises = [
  'https://github.com@127.0.0.1:PORT/owner/project',
  'https://github.com:x@127.0.0.1:PORT/owner/project',
  'https://127.0.0.1:PORT\\@github.com/owner/project',
  'https:127.0.0.1:PORT/owner/project',
  'https:\\\\127.0.0.1:PORT\\owner\\project',
  'https:///127.0.0.1:PORT/owner/project',
  'HTTPS://127.0.0.1:PORT/owner/project',
  ' https://127.0.0.1:PORT/owner/project ',
  'https://127.0.0.1:PORT/owner/project#@github.com/',
  'https://127.0.0.1:PORT/owner/project?u=https://github.com/',
  'http://127.0.0.1:PORT/owner/project',
  'git://127.0.0.1:PORT/owner/project',
  'git+http://127.0.0.1:PORT/owner/project',
  'git+https://127.0.0.1:PORT/owner/project',
  'ssh://git@127.0.0.1:PORT/owner/project',
  'git@127.0.0.1:owner/project',
  'file:///etc/passwd',
  'ext::sh -c id',
  '-oProxyCommand=id',
  '//127.0.0.1:PORT/owner/project',
  'https://127.0.0.1:PORT/owner/project/tree/main/folder',
  'https://[::1]:PORT/owner/project.git',
  'https://127.0.0.1:PORT/../owner/project',
]

const resolve: Resolve = async (name) => {
  const addresses = name === 'allowed.example' ? ['127.0.0.1'] : (refusedNames[name] ?? ['127.0.0.1'])
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/** Fails if a scan gets as far as advisories. */
const unreachedAdvisories: AdvisoryStore = {
  ready: () => Promise.reject(new Error('a scan came to the advisories')),
  match: () => Promise.reject(new Error('a scan came to the advisories')),
  unreadable: () => Promise.reject(new Error('a scan came to the advisories')),
}

const api = await testApi()
let watch: ConnectionWatch
let allowed: LoopbackServer
let registry: NpmStandIn
const running = new AsyncDisposableStack()

beforeAll(async () => {
  watch = running.use(await watchConnections())
  allowed = running.use(
    await serve((request, response) => {
      response
        .writeHead(302, { location: Buffer.from(decodeURIComponent((request.url ?? '').slice(1))).toString('latin1') })
        .end()
    }),
  )
  registry = running.use(await startNpmStandIn(packages()))
  watch.expect('127.0.0.1', allowed.port)
  watch.expect('127.0.0.1', Number(new URL(registry.url).port))
  watch.expect('127.0.0.1', Number(new URL(api.address).port))
  watch.expect(new URL(api.url).hostname, Number(new URL(api.url).port))

  const allowedNetworks = parseAllowedNetworks(
    `upstream=127.0.0.1:${new URL(registry.url).port},source=127.0.0.1:${allowed.port}`,
  )
  const network = running.use(createNetwork({ allowedNetworks, resolve, upstreams: [registry.url] }))
  const context = {
    db: api.db,
    queue: api.queue,
    scansAtOnce: { ofAll: 64, ofAccount: 8 },
    log: pino({ level: 'silent' }),
    scanner: createSourceScanner({
      sources: {
        ...sourceContext(),
        npmRegistry: createNpmRegistry({ network, registry: registry.url }),
        git: {
          connect: createGuardedConnect(createAddressGuard({ allowedNetworks, resolve })),
          temporaryFolder: tmpdir(),
        },
      },
      isolation: testIsolation(),
      advisories: unreachedAdvisories,
    }),
    advisoryGenerations: async () => ({}),
    stalls: testStalls(api.db),
    announceScanEnd: async () => {},
  }
  await api.queue.work('run-scan', (payload, attempt) => runScan(context, payload, attempt))
})
afterAll(async () => {
  expect(watch.attempts()).toEqual([])
  expect(watch.accepted()).toBe(0)
  await running.disposeAsync()
})

/** For each host, a package whose archive URL has this host, and one whose archive URL redirects there. */
function packages(): Record<string, StandInVersion> {
  const at = (tarball: string): StandInVersion => ({ registry: { dist: { tarball } } })
  return Object.fromEntries(
    hosts.flatMap((host, index) => [
      [`direct-${index}@1.0.0`, at(`http://${host}:${watch.port}/a.tgz`)],
      [
        `redirected-${index}@1.0.0`,
        at(`http://allowed.example:${allowed.port}/${encodeURIComponent(`http://${host}:${watch.port}/a.tgz`)}`),
      ],
    ]),
  )
}

type Outcome = { readonly door: string } | { readonly scan: string; readonly message: string }

/** Submits all URLs at once, waits for their ends, and returns the outcomes in order. */
async function outcomesOf(
  account: string,
  submissions: readonly { readonly url: string; readonly webhook?: string }[],
): Promise<Outcome[]> {
  const { accountId, call } = await api.account(account)
  const answers: Awaited<ReturnType<typeof call>>[] = []
  for (const body of submissions) answers.push(await call('POST', '/api/v1/scans/url', body))
  return vi.waitFor(
    async () => {
      const rows = await api.db.select().from(scans).where(eq(scans.accountId, accountId))
      expect(rows.filter(({ status }) => status !== 'failed')).toEqual([])
      const scan = new Map(
        rows.map((row) => [row.id, { scan: String(row.errorCode), message: String(row.errorMessage) }]),
      )
      return answers.map(({ status, json }): Outcome => {
        if (status === 400) return { door: `${json.error.code} ${json.error.details.map(({ path }) => path).join()}` }
        return scan.get(String(json.data.scanId)) ?? { door: `status ${status}` }
      })
    },
    { timeout: 100_000, interval: 200 },
  )
}

const expectNobodyContacted = () => {
  expect(watch.attempts()).toEqual([])
  expect(watch.accepted()).toBe(0)
}

const atTheDoor = (path: string) => ({ door: expect.stringMatching(new RegExp(`^INVALID_(?:URL|REQUEST) .*${path}`)) })
const whileScanning = { scan: 'ADDRESS_NOT_ALLOWED', message: expect.any(String) }

it('would detect a contacted host', async () => {
  for (const host of ['127.0.0.1', '127.0.0.2', '::1']) expect(await watch.provesItself(host)).toBe(true)
  expectNobodyContacted()
})

describe('the url of a submission', () => {
  it('that is a repository on a refused host is refused or ends the scan, and contacts no host', async () => {
    const outcomes = await outcomesOf(
      'repositories',
      hosts.map((host) => ({ url: `https://${host}:${watch.port}/owner/project` })),
    )
    expectNobodyContacted()
    for (const [index, host] of hosts.entries()) {
      expect([atTheDoor('body.url'), whileScanning], host).toContainEqual(outcomes[index])
      if (names.includes(host)) expect(outcomes[index], host).toEqual(whileScanning)
    }
  }, 120_000)

  it('in disguise does neither', async () => {
    const outcomes = await outcomesOf(
      'disguises',
      disguises.map((url) => ({ url: url.replace('PORT', String(watch.port)) })),
    )
    expectNobodyContacted()
    for (const [index, url] of disguises.entries())
      expect([atTheDoor('body.url'), whileScanning], url).toContainEqual(outcomes[index])
  }, 120_000)

  it.each(['direct', 'redirected'])(
    'that is a package whose archive lies on a refused host (%s) ends the scan, and contacts nobody',
    async (how) => {
      const outcomes = await outcomesOf(
        how,
        hosts.map((_host, index) => ({ url: pageOf(`${how}-${index}`) })),
      )
      expectNobodyContacted()
      for (const [index, host] of hosts.entries()) {
        const isMalformed = how === 'direct' && !URL.canParse(`http://${host}:1/`)
        expect(outcomes[index], host).toEqual(
          isMalformed ? { ...whileScanning, scan: 'SOURCE_MALFORMED' } : whileScanning,
        )
      }
    },
    120_000,
  )

  it('tells strangers the same of a private address and of a name that does not exist', async () => {
    const [inside, missing] = await outcomesOf(
      'strangers',
      ['private.example', 'nobody.example'].map((host) => ({ url: `https://${host}/owner/project` })),
    )
    expect(JSON.stringify(inside).replaceAll('private.example', 'nobody.example')).toBe(JSON.stringify(missing))
    expect(JSON.stringify(inside)).not.toContain('10.0.0.5')
  })
})

describe('the webhook of a submission', () => {
  it('that is a refused address is refused at the door; a name is judged at each delivery', async () => {
    const outcomes = await outcomesOf(
      'webhooks',
      hosts.map((host) => ({ url: pageOf('nobody-has-this'), webhook: `https://${host}:${watch.port}/hook` })),
    )
    expectNobodyContacted()
    for (const [index, host] of hosts.entries()) {
      expect(outcomes[index], host).toEqual(
        names.includes(host) ? { scan: 'SOURCE_NOT_FOUND', message: expect.any(String) } : atTheDoor('body.webhook'),
      )
    }
  }, 120_000)

  it('that is not https, or carries user information, is refused at the door', async () => {
    const webhooks = [
      'http://receiver.example/',
      'https://user@receiver.example/',
      'https://receiver.example@127.0.0.1/',
      'ftp://receiver.example/',
      'file:///etc/passwd',
      'receiver.example',
      'https://',
      '',
    ]
    const outcomes = await outcomesOf(
      'odd webhooks',
      webhooks.map((webhook) => ({ url: pageOf('nobody-has-this'), webhook })),
    )
    expect(outcomes).toEqual(webhooks.map(() => atTheDoor('body.webhook')))
    expectNobodyContacted()
  })
})
