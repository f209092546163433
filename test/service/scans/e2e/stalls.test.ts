import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { findScan, type ScanRow } from '../../../../src/service/db/scans/scans.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { requestScan } from '../../../../src/service/scans/request-scan.ts'
import { parseTarget } from '../../../../src/engine/sources/accept-url.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { testDatabase } from '../../../support/test-database.ts'

withRealSockets()
const { db, sql, url } = await testDatabase()
const queue = await openQueue({ url, log: pino({ level: 'silent' }) })
const registry = await startNpmStandIn({ 'fine@1.0.0': {}, 'stalls@1.0.0': {}, 'waits@1.0.0': {} })
const workers: ChildProcess[] = []
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await queue[Symbol.asyncDispose]()
  await registry.close()
})

/** Starts a worker in a separate process, and waits until it works. */
async function startWorker() {
  const worker = spawn(
    process.execPath,
    [fileURLToPath(new URL('../support/stalling-worker.ts', import.meta.url)), url, registry.url],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  workers.push(worker)
  const ended = once(worker, 'exit').then(([, signal]) => String(signal))
  const lines: string[] = []
  worker.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n')))
  await Promise.race([
    once(worker.stdout, 'data'),
    ended.then((signal) => Promise.reject(new Error(`the worker ended: ${signal}`))),
  ])
  return {
    worker,
    ended,
    /** Number of its scan processes that have ended. */
    lost: () => lines.filter((line) => line.startsWith('ended: ')).length,
  }
}

const accountId =
  (
    await createAccount(
      { db, masterKey: masterKeyFrom(randomBytes(32).toString('hex')) },
      { name: 'anna', plan: 'enterprise' },
    )
  )?.id ?? ''

async function submit(name: string, force = false): Promise<ScanRow> {
  const scan = await requestScan(
    { db, queue },
    {
      accountId,
      url: `https://www.npmjs.com/package/${name}`,
      target: parseTarget(`https://www.npmjs.com/package/${name}`),
      failOn: 'high',
      force,
    },
  )
  if (typeof scan === 'string') throw new Error(scan)
  return scan
}
const read = ({ id }: ScanRow) => findScan(db, accountId, id)
const untilRunning = (scan: ScanRow, attempts = 1) =>
  vi.waitFor(async () => expect(await read(scan)).toMatchObject({ status: 'scanning', attempts }), {
    timeout: 60_000,
    interval: 50,
  })
const untilEnded = (scan: ScanRow) =>
  vi.waitFor(async () => expect((await read(scan))?.completedAt).not.toBeNull(), { timeout: 60_000, interval: 50 })
const stalls = async () => (await sql`select 1 from source_stalls`).length

describe('a source that stalls the scan process', () => {
  it('stalls two of them and no third one, and is known after that', async () => {
    const scan = await submit('stalls')
    const worker = await startWorker()
    await untilEnded(scan)
    expect(await read(scan)).toMatchObject({ status: 'failed', errorCode: 'SOURCE_HOSTILE', attempts: 3 })
    expect(worker.lost()).toBe(2)
    expect(await stalls()).toBe(2)

    const again = await submit('stalls')
    await untilEnded(again)
    expect(await read(again)).toMatchObject({ status: 'failed', errorCode: 'SOURCE_HOSTILE', attempts: 1 })
    const other = await submit('fine')
    await untilEnded(other)
    expect(await read(other)).toMatchObject({ status: 'completed' })

    const forced = await submit('stalls', true)
    await vi.waitFor(() => expect(worker.lost()).toBe(3), { timeout: 60_000 })
    expect(await read(forced)).toMatchObject({ completedAt: null })
    expect(worker.worker.exitCode).toBeNull()
    worker.worker.kill('SIGKILL')
    await worker.ended
  }, 240_000)

  it('is not the one that was in work when the worker was killed', async () => {
    await sql`update scans set status = 'failed', completed_at = now() where completed_at is null`
    await sql`delete from source_stalls`
    const scan = await submit('waits')
    for (const attempt of [1, 2, 3]) {
      const { worker, ended } = await startWorker()
      await untilRunning(scan, attempt)
      worker.kill('SIGKILL')
      await ended
    }
    expect(await stalls()).toBe(0)
    expect(await read(scan)).toMatchObject({ status: 'scanning' })
  }, 240_000)
})

describe('a stall while two scans are in work', () => {
  it('is the fault of the one that stalls again when it is alone', async () => {
    await sql`update scans set status = 'failed', completed_at = now() where completed_at is null`
    await sql`delete from source_stalls`
    await sql`delete from pgboss.job where name = 'run-scan'`
    const beside = await submit('waits')
    const { lost } = await startWorker()
    await untilRunning(beside)
    const stalling = await submit('stalls')
    await vi.waitFor(() => expect(lost()).toBe(1), { timeout: 60_000 })
    expect(await stalls()).toBe(2)
    // A scan that only waited may continue once its own worker stops waiting.
    await sql`update scans set status = 'failed', completed_at = now() where id = ${beside.id}`
    await untilEnded(stalling)
    expect(await read(stalling)).toMatchObject({ status: 'failed', errorCode: 'SOURCE_HOSTILE' })
    expect(
      (
        await sql<
          { stalls: number }[]
        >`select count(*)::int as stalls from source_stalls group by source_key order by 1`
      ).map((row) => row.stalls),
    ).toEqual([1, 2])
  }, 240_000)
})
