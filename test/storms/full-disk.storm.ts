import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect, it, onTestFailed, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { openDatabase } from '../../src/service/db/client.ts'
import { openCluster } from '../../src/service/db/embedded/cluster.ts'
import { ScanFailure } from '../../src/engine/model/failure.ts'
import { createAddressGuard } from '../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../src/engine/net/allowed-networks.ts'
import { parseTarget } from '../../src/engine/sources/accept-url.ts'
import { gitLimits } from '../../src/engine/sources/git/git-limits.ts'
import { gitSource } from '../../src/engine/sources/git/git.ts'
import { gitRepositories } from '../support/git-repository.ts'
import { startGitServer } from '../support/git-server.ts'
import { type AssayProcess, startAssay } from '../support/assay-process.ts'
import { mayMount, smallDisk } from '../support/small-disk.ts'
import { sourceContext } from '../support/source-context.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { persistently } from './kill-processes.ts'
import { stormSize } from './storm-size.ts'
import { startStormSurroundings, startStormService } from './storm-service.ts'
import {
  expectNothingLost,
  registerEndpoint,
  sendDeliveries,
  submitScan,
  tellOutcome,
  untilSettled,
} from './storm-traffic.ts'

const size = stormSize()
const nearlyFull = expect.stringMatching(
  /^The disk that contains the data folder has only \d+ MB of free space\. Scans remain queued/,
)
const ended = /The embedded Postgres (?:ended unexpectedly|could not be brought back)/

it.skipIf(!mayMount())(
  'outlives a full disk below the embedded PostgreSQL, its log too, and loses nothing that it had accepted ' +
    '(only root may mount one)',
  async () => {
    await using stack = new AsyncDisposableStack()
    const deadline = Date.now() + size.minutes * 60_000
    const disk = stack.use(smallDisk(300))
    const certificate = await trustedCertificate()
    const around = stack.use(await startStormSurroundings(certificate))
    const dataDir = join(disk.path, 'assay')
    const service: AssayProcess = await startAssay({ ...around.settings, ASSAY_DATA_DIR: dataDir })
    stack.defer(async () => void (await service.end('SIGKILL')))
    onTestFailed(() => void process.stdout.write(service.log().slice(-4_000)))
    const cluster = stack.use(await openCluster({ dataDir }))
    const database = stack.use({
      ...openDatabase(cluster.url, { maxConnections: 4, applicationName: 'storm' }),
      url: cluster.url,
    })
    const at = { receiver: around.receiver, address: () => service.address, key: service.key ?? '' }
    const target = { ...at, database, endpointId: await registerEndpoint(at), deadline }
    const readiness = async () => {
      const response = await fetch(`${service.address}/readyz`, { signal: AbortSignal.timeout(20_000) })
      const { problems } = (await response.json()) as { problems: string[] }
      return { status: response.status, problems }
    }
    const scans = [await submitScan(target)]
    await untilSettled(target)

    disk.fill()
    // The state of the disk is cached for five seconds.
    await vi.waitFor(async () => expect((await readiness()).problems).toContainEqual(nearlyFull), {
      timeout: 20_000,
      interval: 500,
    })
    // Writes to the log but to no table, until a new log segment does not fit and PostgreSQL ends.
    const fillLog = async () => {
      for (let written = 0; written < 400; written += 1)
        await database.sql`select pg_logical_emit_message(false, 'storm', ${'x'.repeat(1_000_000)})`
    }
    await expect(fillLog()).rejects.toThrow()
    disk.fill()
    const answers: string[] = []
    let idempotencyKey = randomUUID()
    await vi.waitFor(
      async () => {
        const answer = await submitScan(target, { idempotencyKey }).then((id) => (scans.push(id), 'accepted'), String)
        answers.push(answer)
        if (answer === 'accepted') idempotencyKey = randomUUID()
        expect(answer).toContain('was answered with 503')
      },
      { timeout: 180_000, interval: 1_000 },
    )
    const unready = await vi.waitFor(
      async () => {
        const { status, problems } = await readiness()
        expect({ status, problems }).toMatchObject({
          status: 503,
          problems: ['The database cannot be reached.', nearlyFull],
        })
        return problems
      },
      { timeout: 180_000, interval: 500 },
    )
    expect((await fetch(`${service.address}/healthz`)).status).toBe(200)
    await pause(20_000)
    expect(service.log()).toMatch(ended)

    disk.makeRoom()
    const roomAt = performance.now()
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), { timeout: 120_000, interval: 500 })
    const readySeconds = Math.round((performance.now() - roomAt) / 1_000)
    scans.push(await persistently(() => submitScan(target, { idempotencyKey }), deadline))
    const events = await sendDeliveries(target, 10)
    const settledSeconds = await untilSettled(target)
    const refused = answers.filter((answer) => answer !== 'accepted').length
    await expectNothingLost(target, { scans, events }, (counts) =>
      tellOutcome('full disk of the database', {
        readySeconds,
        settledSeconds,
        refused,
        ...counts,
        said: { readyz: unready, log: ended.exec(service.log())?.[0] },
      }),
    )
    expect((await readiness()).problems).not.toContainEqual(nearlyFull)
    expect(await service.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)

it.skipIf(!mayMount())(
  'begins no scan on a full disk, and blames no source for one that filled up meanwhile (only root may mount one)',
  async () => {
    await using cluster = await freshCluster({ max_connections: '200' })
    await using database = await cluster.database()
    using disk = smallDisk(100)
    const certificate = await trustedCertificate()
    await using service = await startStormService({
      database,
      minutes: size.minutes,
      certificate,
      settingsOfWorker: () => ({ ASSAY_DATA_DIR: disk.path }),
    })
    using repositories = gitRepositories()
    const repository = repositories.create('acme/large.git')
    repository.commit({ 'package.json': '{"name":"large","version":"1.0.0"}', 'large.bin': randomBytes(12_000_000) })
    await using git = await startGitServer({ certificate, folder: repositories.folder })
    const scanOf = async (id: string) =>
      (
        await database.sql<{ status: string; attempts: number }[]>`select status, attempts from scans where id = ${id}`
      )[0]
    const url = `${git.url}/acme/large.git`
    onTestFailed(() => void process.stdout.write(service.workers.map((one) => one.log().slice(-4_000)).join('\n')))

    disk.fill()
    const isTold = (worker: AssayProcess) => worker.log().includes('MB of free space')
    await vi.waitFor(() => expect(service.workers.every(isTold)).toBe(true), { timeout: 20_000, interval: 200 })
    const waiting = await submitScan(service, { url })
    await pause(10_000)
    expect(await scanOf(waiting)).toMatchObject({ status: 'pending', attempts: 0 })
    // The ticket loses no attempt, and the full disk is logged once.
    expect(
      await database.sql`select 1 from pgboss.job where name = 'run-scan' and (state <> 'created' or retry_count > 0)`,
    ).toEqual([])
    for (const worker of service.workers) expect(worker.log().split('MB of free space')).toHaveLength(2)
    disk.makeRoom()
    await vi.waitFor(async () => expect(await scanOf(waiting)).toMatchObject({ status: 'completed' }), {
      timeout: 120_000,
      interval: 500,
    })
    expect(readdirSync(disk.path).filter((name) => name.startsWith('git-'))).toEqual([])

    // A separate disk with less room than the pack needs.
    using narrow = smallDisk(8)
    const failure = await fetchInto(narrow.path, url).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure, inspect(failure)).not.toBeInstanceOf(ScanFailure)
    expect(String(failure)).toMatch(/no room|no space/i)
    expect(readdirSync(narrow.path)).toEqual([])
    tellOutcome('full disk of scans', {
      settledSeconds: await untilSettled(service),
      said: { logs: service.workers.filter(isTold).length, failure: String(failure) },
    })
    for (const one of [...service.workers, service.web]) expect(await one.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)

async function fetchInto(temporaryFolder: string, url: string): Promise<void> {
  const target = parseTarget(url, {})
  if (target.type !== 'git') throw new Error(`${url} is no repository`)
  const context = sourceContext({
    git: {
      connect: createGuardedConnect(
        createAddressGuard({ allowedNetworks: parseAllowedNetworks('source=127.0.0.1/32') }),
      ),
      temporaryFolder,
    },
    signal: AbortSignal.timeout(60_000),
  })
  const source = gitSource(gitLimits)
  await using _ = await source.fetch(context, await source.resolve(context, target))
}
