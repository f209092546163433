import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { createAccount, createApiKey } from '../../src/service/accounts/create-account.ts'
import { type MasterKey, masterKeyFrom } from '../../src/service/accounts/master-key.ts'
import { closedGateway } from '../../src/service/github/github-app-gateway.ts'
import { createAddressPolicy } from '../../src/engine/net/address-policy.ts'
import type { DatabaseClient } from '../../src/service/db/client.ts'
import { startWebServer } from '../../src/service/startup/web-server.ts'
import { freshCluster } from '../fresh-installation.ts'
import { type BenchPart, type Measurement, measurement, median } from '../measurement.ts'
import { idleQueue } from './api/idle-queue.ts'
import { type LoadResult, runLoad } from './api/load.ts'
import { type Asked, askedEarlier, type AskedKind, askedKinds } from './registry/asked.ts'
import { seedRegistry } from './registry/seed.ts'

const requestsOfKind = 400
/** Number of requests before a measurement. It gives each of the ten database connections at least one. */
const earlierRounds = 15
const requestsOfAll = 3_000
const [fewConnections, manyConnections] = [4, 32]
const host = '127.0.0.1'

/**
 * Settings from docs/explanation/registry.md for this size. Those after `max_wal_size` only speed up seeding, because
 * the measurements only read.
 */
const largeRegistrySettings = {
  shared_buffers: '2GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  synchronous_commit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * Measures reading a registry with a million servers over HTTP. The limits apply to the 99th percentile.
 * `REGISTRY_SERVERS` changes the number of servers, for experiments.
 *
 * Search: one GIN index with ts_rank over all matches takes time proportional to the matches (a prototype: 77 ms to 1.5
 * s for common words). Therefore, rows have a rank, and the word index contains the rank tier of a server. For common
 * words, only the first tiers are read. Typos are found through each word with one character removed (SymSpell), also
 * for short words.
 *
 * Lists: for any filter, the page is the start of one index, or of three merged parts of one. Deep pages start at
 * marks. A job stores marks for lists with one filter, and the first request stores them for others (measured
 * separately).
 */
export const registry: BenchPart = {
  id: 'registry',
  async *run() {
    await using cluster = await freshCluster(largeRegistrySettings)
    await using client = await cluster.database()
    const count = Number(process.env['REGISTRY_SERVERS'] ?? 1_000_000)
    const startedAt = performance.now()
    await seedRegistry(client, count)
    yield measurement({
      measure: `seed ${count} servers`,
      unit: 's',
      samples: [(performance.now() - startedAt) / 1000],
      peer: { name: 'limit', median: 300 },
    })
    yield* measureReading(client)
  },
}

/** Measures a filled registry. */
export async function* measureReading(client: DatabaseClient): AsyncIterable<Measurement> {
  await using stack = new AsyncDisposableStack()
  const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
  const log = pino({ level: 'silent' })
  const server = stack.use(
    await startWebServer(
      {
        db: client.db,
        advisoryBases: [],
        queue: idleQueue,
        masterKey,
        log,
        addressPolicy: createAddressPolicy([]),
        githubDoor: closedGateway('APP_ID'),
      },
      { host, port: 0, publicUrl: undefined },
    ),
  )
  const port = Number(new URL(server.address).port)
  const ask = async (
    { asked }: Pick<AskedKind, 'asked'>,
    connections: number,
    count: number,
    as?: string,
  ): Promise<LoadResult> => {
    const key = as ?? (await newKey(client, masterKey))
    return runLoad({
      host,
      port,
      connections,
      count,
      requests: asked.map(({ path, body }) => ({ path, key, ...(body !== undefined && { body }) })),
    })
  }

  const ids = (
    await client.sql<{ id: string }[]>`select id from registry_servers where slug like '%00' order by id limit 200`
  ).map(({ id }) => id)
  const kinds = askedKinds(ids)
  const otherIds = (
    await client.sql<{ id: string }[]>`select id from registry_servers where slug like '%80' order by id limit 10`
  ).map(({ id }) => id)
  const earlier = askedEarlier(otherIds)
  const { seconds } = await ask({ asked: earlier }, fewConnections, earlier.length * earlierRounds)
  yield measurement({
    measure:
      `warm-up: ${earlier.length * earlierRounds} requests of the same kinds with different filters, pages, words, ` +
      'and IDs',
    unit: 's',
    samples: [seconds],
  })
  for (const kind of kinds) {
    // The caller is already known to the service, because the key of a request is verified only once.
    const key = await newKey(client, masterKey)
    await ask(kind.isFirstVisit ? { asked: earlier } : kind, fewConnections, kind.asked.length * 2, key)
    if (kind.isFirstVisit)
      await client.sql`delete from registry_list_marks
        where list not in (select list from registry_list_marks group by list having count(*) > 10)`
    const { latenciesMs } = await ask(kind, fewConnections, kind.isFirstVisit ? kind.asked.length : requestsOfKind, key)
    yield measurement({
      measure: `${kind.measure}, ${fewConnections} connections (limit for p99)`,
      unit: 'ms',
      samples: latenciesMs,
      peer: { name: 'limit', median: kind.limitMs },
    })
  }
  // All kinds alternate with the same frequency.
  const all = Array.from({ length: 60 }, (_, round) =>
    kinds.flatMap(({ asked }) => asked[round % asked.length] ?? []),
  ).flat()
  const bare = await askBare(client, all)
  const before = process.cpuUsage()
  const served = await ask({ asked: all }, manyConnections, requestsOfAll)
  const { user, system } = process.cpuUsage(before)
  const peer = { name: 'the same statements without HTTP', median: requestsOfAll / bare.seconds }
  yield measurement({
    measure: `all requests in turn, ${manyConnections} connections`,
    unit: 'requests/s',
    samples: [requestsOfAll / served.seconds],
    peer,
  })
  yield measurement({
    measure: `all requests in turn, ${manyConnections} connections`,
    unit: 'ms',
    samples: served.latenciesMs,
    peer: { name: peer.name, median: median(bare.latenciesMs) },
  })
  // CPU time of this process, which only serves. It stays stable on a shared machine.
  yield measurement({
    measure: `all requests in turn, ${manyConnections} connections: the service without its database`,
    unit: 'ms of CPU per request',
    samples: [(user + system) / 1000 / requestsOfAll],
  })
  yield measurement({
    measure: `all requests in turn, ${manyConnections} at the same time: ${peer.name}`,
    unit: 'ms',
    samples: bare.latenciesMs,
  })
}

/** Creates a key of a new account, so that no key reaches its rate limit. */
async function newKey({ db }: DatabaseClient, masterKey: MasterKey): Promise<string> {
  const account = await createAccount(
    { db, masterKey },
    { name: `bench ${randomBytes(8).toString('hex')}`, plan: 'enterprise' },
  )
  if (!account) throw new Error('the account could not be made')
  return createApiKey({ db, masterKey }, { accountId: account.id, name: 'bench', permissions: [] })
}

async function askBare({ db }: DatabaseClient, all: readonly Asked[]): Promise<Omit<LoadResult, 'p99Ms'>> {
  const latenciesMs: number[] = []
  let sent = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: manyConnections }, async () => {
      while (sent < requestsOfAll) {
        const asked = all[sent % all.length]
        sent += 1
        const askedAt = performance.now()
        await asked?.statements(db)
        latenciesMs.push(performance.now() - askedAt)
      }
    }),
  )
  return { seconds: (performance.now() - startedAt) / 1000, latenciesMs }
}
