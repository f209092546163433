import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { followRegistry } from '../../../src/service/registry/upstream/follow-registry.ts'
import { type SeedProgress, seedRegistry } from '../../../src/service/registry/upstream/seed-registry.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { startMcpRegistryStandIn } from '../../support/mcp-registry-stand-in.ts'
import { testDatabase } from '../../support/test-database.ts'

withRealSockets()
const { db, sql } = await testDatabase()
const upstream = await startMcpRegistryStandIn([])
const network = createNetwork({
  allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
  upstreams: [upstream.url],
  limits: { ...outgoingLimits, maxAttempts: 1 },
})
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await network[Symbol.asyncDispose]()
})

const now = () => new Date('2026-05-01T00:00:00Z')
const never = new AbortController().signal
const context = { db, network, base: upstream.url, log: pino({ level: 'silent' }) }
const seed = (limit: number, signal = never) => {
  const shown: SeedProgress[] = []
  return seedRegistry(context, { limit, now, signal, onPage: (progress) => shown.push(progress) }).then((outcome) => ({
    ...outcome,
    shown,
  }))
}
const queued = async () => {
  const rows = await sql`select key, priority, state from registry_intake order by key`
  return rows.map(({ key, priority, state }) => `${key} ${priority} ${state}`)
}

beforeEach(async () => {
  await sql`delete from registry_feeds`
  await sql`delete from registry_intake`
  upstream.answer = () => undefined
  Object.assign(upstream.requests, { length: 0 })
  upstream.records.splice(
    0,
    Infinity,
    ...Array.from({ length: 250 }, (_, index) => {
      const name = `server-${String(index).padStart(3, '0')}`
      const recordOf = (version: string) => ({
        name: `io.github.owner/${name}`,
        version,
        updatedAt: '2026-04-01T00:00:00Z',
        server: { packages: [{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }] },
      })
      return [{ ...recordOf('1.0.0'), isLatest: false }, recordOf('2.0.0')]
    }).flat(),
  )
})

describe('seeding the registry', () => {
  it('queues the latest versions at the lowest priority, page by page, up to the limit', async () => {
    const { outcome, shown, ...seeded } = await seed(120)
    expect([outcome, seeded.queued]).toEqual(['paused', 120])
    expect(shown.at(-1)).toEqual({ pages: seeded.pages, queued: 120 })
    expect(shown.length).toBeGreaterThan(1)
    const keys = await queued()
    expect(keys).toHaveLength(120)
    expect(keys[0]).toBe('npm:server-000@2.0.0 -3 waiting')
    expect(keys.every((key) => key.endsWith('@2.0.0 -3 waiting'))).toBe(true)
  })

  it('continues where it stopped, and then has nothing more to queue', async () => {
    await seed(120)
    upstream.answer = (_number, query) => (query.has('cursor') || query.has('updated_since') ? undefined : 500)
    expect(await seed(10_000)).toMatchObject({ outcome: 'complete', queued: 130 })
    expect(await queued()).toHaveLength(250)
    expect(await seed(10_000)).toMatchObject({ outcome: 'complete', queued: 0 })
    expect(upstream.requests.at(-1)).toContain('updated_since=')
  })

  it('keeps what is queued when the registry fails or the command is stopped, and continues', async () => {
    upstream.answer = (number) => (number === 1 ? 503 : undefined)
    expect(await seed(10_000)).toMatchObject({
      outcome: 'failed',
      queued: 50,
      error: expect.stringMatching(/^unreach/),
    })
    const stopping = new AbortController()
    upstream.answer = (number) => {
      if (number === 3) stopping.abort(new Error('stopped'))
      return undefined
    }
    await expect(seed(10_000, stopping.signal)).rejects.toThrow('stopped')
    upstream.answer = () => undefined
    expect(await seed(10_000)).toMatchObject({ outcome: 'complete' })
    expect(await queued()).toHaveLength(250)
  })

  it('takes nothing from a service that follows the registry later', async () => {
    await seed(10)
    await followRegistry(context, { now, signal: never })
    const keys = await queued()
    expect(keys.filter((key) => key.includes('@2.0.0 -3 '))).toHaveLength(10)
    expect(keys.filter((key) => key.includes('@2.0.0 0 '))).toHaveLength(240)
    expect(keys.filter((key) => key.includes('@1.0.0 -1 '))).toHaveLength(250)
  })
})
