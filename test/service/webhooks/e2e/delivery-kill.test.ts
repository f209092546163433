import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, it, vi } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { sendEvents } from '../../../../src/service/webhooks/send-events.ts'
import { type AssayProcess, dataFolder, startAssay } from '../../../support/assay-process.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { untrustedCertificate } from '../../../support/tls-certificate.ts'
import { deliveriesOf, exampleEvent } from '../delivery-setup.ts'
import { startReceiver } from '../receiver.ts'

const database = await testDatabase()
const folder = dataFolder()
afterAll(() => folder.remove())

it('a worker that is killed between the POST and its record loses nothing: the same event comes again', async () => {
  const certificate = await untrustedCertificate()
  const authority = join(folder.path, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const secret = randomBytes(32).toString('hex')
  const settings = {
    DATABASE_URL: database.url,
    ASSAY_SECRET: secret,
    ASSAY_DATA_DIR: folder.path,
    OSV_URL: `file:${folder.path}`,
    ASSAY_ALLOW_NETWORKS: 'webhook=127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: authority,
    LOG_LEVEL: 'error',
  }

  let worker: AssayProcess | undefined
  // The receiver gets the event but never responds.
  await using receiver = await startReceiver(certificate, (_received, response) => {
    if (receiver.received.length === 1) process.kill(worker?.pid ?? 0, 'SIGKILL')
    else response.end()
  })
  worker = await startAssay(settings)
  const ended = worker.end('SIGCONT')
  const queue = await openQueue({ url: database.url, log: pino({ level: 'silent' }) })
  const account = await createAccount(
    { db: database.db, masterKey: masterKeyFrom(secret) },
    { name: 'killed', plan: 'pro' },
  )
  const event = exampleEvent(account?.id ?? '', new Date())
  await database.db.transaction((tx) => sendEvents({ queue }, tx, [{ event, receivers: [{ url: receiver.url }] }]))
  await queue[Symbol.asyncDispose]()
  expect(await ended).toBeNull()
  expect(receiver.received).toHaveLength(1)
  const [lost] = await deliveriesOf(database, event.id)
  expect(lost).toMatchObject({ status: 'waiting', attempts: 0, nextAttemptAt: null, made: [] })
  expect(lost?.leaseUntil?.getTime()).toBeGreaterThan(Date.now())

  // Replaces waiting until the lease expires.
  await database.sql`update webhook_deliveries set lease_until = now() - interval '1 second'
    where event_id = ${event.id}`
  const next = await startAssay(settings)
  await vi.waitFor(
    async () => expect((await deliveriesOf(database, event.id))[0]).toMatchObject({ status: 'delivered', attempts: 1 }),
    { timeout: 60_000, interval: 50 },
  )
  expect(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
    [event.id, event.body],
    [event.id, event.body],
  ])
  expect(await next.end('SIGTERM')).toBe(0)
}, 180_000)
