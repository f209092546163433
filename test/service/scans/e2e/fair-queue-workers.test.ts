import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { findScan, type ScanRow } from '../../../../src/service/db/scans/scans.ts'
import type { Target } from '../../../../src/engine/model/target.ts'
import { createAddressGuard } from '../../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { cancelScan } from '../../../../src/service/scans/cancel-scan.ts'
import { requestScan } from '../../../../src/service/scans/request-scan.ts'
import { createSourceScanner } from '../../../../src/engine/scanner/source-scanner.ts'
import { runScan, type RunScanContext } from '../../../../src/service/scans/run-scan.ts'
import { parseTarget } from '../../../../src/engine/sources/accept-url.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { gitRepositories } from '../../../support/git-repository.ts'
import { startGitServer } from '../../../support/git-server.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { processesNaming } from '../../../support/processes.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { testIsolation } from '../../../support/test-isolation.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { testStalls } from '../../../support/test-stalls.ts'

withRealSockets()
const log = pino({ level: 'silent' })
const certificate = await trustedCertificate()
const { db, sql, url } = await testDatabase()
const queue = await openQueue({ url, log })
/** Responds after 0.1 s, so that scans take some time. */
const registry = await startNpmStandIn({ 'fine@1.0.0': {} }, { delayMs: () => 100 })
/** A registry that accepts requests and never responds. */
const silent = createServer(() => {})
silent.listen(0, '127.0.0.1')
await once(silent, 'listening')
const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
const repositories = gitRepositories()
repositories.create('project.git').commit({ 'package.json': '{}' })
/** Lists its refs, but never sends a pack. */
const gitServer = await startGitServer({
  certificate,
  folder: repositories.folder,
  answer: ({ body }) => (body.includes('command=fetch') ? { hangs: true } : undefined),
})
const temporaryFolder = mkdtempSync(join(tmpdir(), 'assay-cancel-'))
afterAll(async () => {
  await queue[Symbol.asyncDispose]()
  await registry.close()
  silent.closeAllConnections()
  silent.close()
  await gitServer[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
  rmSync(temporaryFolder, { recursive: true })
})

const allowedNetworks = parseAllowedNetworks('upstream=127.0.0.1/32,source=127.0.0.1/32')
const network = createNetwork({ allowedNetworks, upstreams: [registry.url, silentUrl] })
const ends: string[] = []
const context: RunScanContext = {
  db,
  stalls: testStalls(db),
  queue,
  log,
  scansAtOnce: { ofAll: 64, ofAccount: 8 },
  announceScanEnd: async (_tx, { scan }) => {
    ends.push(scan.id)
  },
  scanner: createSourceScanner({
    isolation: testIsolation(),
    sources: sourceContext({
      npmRegistry: createNpmRegistry({ network, registry: registry.url, byScope: new Map([['@silent', silentUrl]]) }),
      git: {
        connect: createGuardedConnect(
          createAddressGuard({
            allowedNetworks,
            resolve: async () => [{ address: '127.0.0.1', family: 4 }],
          }),
        ),
        temporaryFolder,
      },
    }),
    advisories: {
      ready: async () => ({ problem: 'A test has no advisories.' }),
      match: async () => ({ matches: [], unknownUpperBounds: 0 }),
      unreadable: async () => [],
    },
  }),
  advisoryGenerations: async () => ({}),
}
// Two workers, as in every process.
await queue.work('run-scan', (payload, attempt) => runScan(context, payload, attempt))

const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const account = async (name: string) => (await createAccount({ db, masterKey }, { name, plan: 'enterprise' }))?.id ?? ''
const [anna, bert] = [await account('anna'), await account('bert')]

async function submit(accountId: string, target: Target): Promise<ScanRow> {
  const scan = await requestScan(context, {
    accountId,
    url: 'https://www.npmjs.com/package/x',
    target,
    failOn: 'high',
    force: true,
  })
  if (typeof scan === 'string') throw new Error(scan)
  return scan
}
const read = ({ accountId, id }: ScanRow) => findScan(db, accountId, id)
const pageOf = (name: string) => parseTarget(`https://www.npmjs.com/package/${name}`)
const activeJobs = () =>
  sql`select 1 from pgboss.job where name = 'run-scan' and state in ('created', 'retry', 'active')`
const connectionsOf = (server: typeof silent) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('two workers', () => {
  it('start one account’s scan next, however many another has submitted before', async () => {
    const many: ScanRow[] = []
    for (let scan = 0; scan < 40; scan += 1) many.push(await submit(anna, pageOf('fine')))
    await vi.waitFor(async () => expect((await sql`select 1 from scans where status = 'scanning'`).length).toBe(2), {
      timeout: 20_000,
      interval: 10,
    })
    const one = await submit(bert, pageOf('fine'))
    await vi.waitFor(async () => expect(await read(one)).toMatchObject({ status: 'completed' }), {
      timeout: 30_000,
      interval: 20,
    })
    const { startedAt, createdAt } = (await read(one)) ?? {}
    const between =
      await sql`select 1 from scans where account_id = ${anna} and started_at > ${createdAt?.toISOString() ?? ''}
        and started_at < ${startedAt?.toISOString() ?? ''}`
    // A claim that was in progress at the moment of the submission.
    expect(between.length).toBeLessThanOrEqual(1)
    await vi.waitFor(async () => expect(await sql`select 1 from scans where status <> 'completed'`).toHaveLength(0), {
      timeout: 60_000,
      interval: 100,
    })
    expect(new Set(ends)).toEqual(new Set([...many, one].map(({ id }) => id)))
    await vi.waitFor(async () => expect(await activeJobs()).toHaveLength(0), { timeout: 20_000, interval: 50 })
  }, 120_000)

  it('never start a scan that was cancelled before', async () => {
    const blocking = [await submit(anna, pageOf('@silent/a')), await submit(anna, pageOf('@silent/b'))]
    for (const scan of blocking)
      await vi.waitFor(async () => expect((await read(scan))?.status).toBe('scanning'), {
        timeout: 20_000,
        interval: 20,
      })
    const waiting = await submit(bert, pageOf('fine'))
    expect(await cancelScan(context, waiting)).toMatchObject({
      removed: false,
      scan: { status: 'failed', errorCode: 'CANCELLED', startedAt: null },
    })
    for (const scan of blocking) await cancelScan(context, scan)
    await vi.waitFor(async () => expect(await activeJobs()).toHaveLength(0), { timeout: 20_000, interval: 50 })
    expect(await read(waiting)).toMatchObject({
      status: 'failed',
      errorCode: 'CANCELLED',
      startedAt: null,
      attempts: 0,
    })
  }, 60_000)
})

describe('a scan that is cancelled while it runs', () => {
  it('lets go of a registry that does not answer, and of its worker', async () => {
    const scan = await submit(anna, pageOf('@silent/package'))
    await vi.waitFor(async () => expect(await connectionsOf(silent)).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 20,
    })
    await cancelScan(context, scan)
    await vi.waitFor(async () => expect([await connectionsOf(silent), (await activeJobs()).length]).toEqual([0, 0]), {
      timeout: 15_000,
      interval: 20,
    })
    expect(await read(scan)).toMatchObject({ status: 'failed', errorCode: 'CANCELLED', attempts: 1 })
    expect(ends.filter((id) => id === scan.id)).toHaveLength(1)
  }, 60_000)

  it('leaves no file, process or connection of a repository whose server does not go on', async () => {
    const scan = await submit(anna, parseTarget(`${gitServer.url}/project`))
    await vi.waitFor(() => expect(gitServer.requests.some(({ body }) => body.includes('command=fetch'))).toBe(true), {
      timeout: 20_000,
      interval: 20,
    })
    await cancelScan(context, scan)
    await vi.waitFor(async () => expect(await activeJobs()).toHaveLength(0), { timeout: 15_000, interval: 20 })
    expect(readdirSync(temporaryFolder)).toEqual([])
    expect(processesNaming(temporaryFolder)).toEqual([])
    expect(await read(scan)).toMatchObject({ status: 'failed', errorCode: 'CANCELLED' })
  }, 60_000)

  it('is let go of when it is removed at once, too', async () => {
    const scan = await submit(anna, pageOf('@silent/removed'))
    await vi.waitFor(async () => expect((await read(scan))?.status).toBe('scanning'), { timeout: 20_000, interval: 20 })
    await cancelScan(context, scan)
    const cancelled = await read(scan)
    if (cancelled) await cancelScan(context, cancelled)
    await vi.waitFor(async () => expect([await connectionsOf(silent), (await activeJobs()).length]).toEqual([0, 0]), {
      timeout: 15_000,
      interval: 20,
    })
    expect(await read(scan)).toBeUndefined()
  }, 60_000)
})
