import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { accounts } from '../../../../src/service/db/accounts/schema.ts'
import { createPrimaryLocator } from '../../../../src/service/db/hosts/primary-locator.ts'
import { migrateDatabase } from '../../../../src/service/db/migrate.ts'
import { createNotifications } from '../../../../src/service/db/notifications.ts'
import { isDatabaseAway } from '../../../../src/service/db/query-error.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { severalHosts, startReplicaSet } from '../../../support/replica-set.ts'

const set = await startReplicaSet()
afterAll(() => set[Symbol.asyncDispose]())
// The replica is first: a client that takes the first host that responds would get it.
const url = severalHosts([set.replica.url, set.primary.url])
const portOf = (server: string) => Number(new URL(server).port)
const newAccount = (name: string) => ({
  id: crypto.randomUUID(),
  name,
  plan: 'free' as const,
  webhookSecretSealed: Buffer.of(1),
})

describe('a database with several hosts', () => {
  it('is found by whether it accepts writes, not by its place in the list', async () => {
    await migrateDatabase(url)
    await set.caughtUp()
    expect(await createPrimaryLocator(url)?.locate()).toEqual({ host: '127.0.0.1', port: portOf(set.primary.url) })
    expect(createPrimaryLocator(set.primary.url)).toBeUndefined()
  })

  it('fails with one clear error while no host accepts writes, and moves to the promoted replica', async () => {
    await using client = openDatabase(url, { maxConnections: 3, applicationName: 'test' })
    const { db } = client
    await using queue = await openQueue({ url, log: pino({ level: 'silent' }) })
    await using notifications = createNotifications(db)
    const heard: string[] = []
    let interruptions = 0
    notifications.add({
      channel: 'caller_changed',
      told: (payload) => void heard.push(payload),
      interrupted: () => void (interruptions += 1),
    })
    await notifications.hearing()
    await Promise.all(
      Array.from({ length: 3 }, (_, index) => db.insert(accounts).values(newAccount(`before ${index}`))),
    )
    await set.caughtUp()

    const before = process.cpuUsage()
    await set.stop(set.primary)
    const failures: unknown[] = []
    for (let round = 0; round < 8; round += 1) {
      await db
        .select()
        .from(accounts)
        .then(
          () => failures.push('answered'),
          (error: unknown) => failures.push(error),
        )
      await pause(50)
    }
    expect(failures.every(isDatabaseAway)).toBe(true)
    expect(String((failures.at(-1) as Error).cause)).toMatch(
      /^NoPrimaryError: No host in DATABASE_URL accepts writes \(127\.0\.0\.1:\d+: the server is read-only; /,
    )
    const { user, system } = process.cpuUsage(before)
    // A driver that retries without a pause uses a whole core.
    expect((user + system) / 1_000).toBeLessThan(3_000)

    await set.promote()
    await expect
      .poll(() =>
        db
          .insert(accounts)
          .values(newAccount('after'))
          .then(
            () => true,
            () => false,
          ),
      )
      .toBe(true)
    const names = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.plan, 'free'))
    expect(names.map(({ name }) => name).sort()).toEqual(['after', 'before 0', 'before 1', 'before 2'])
    // The queue's driver moves too, and its connection for notifications.
    await expect
      .poll(
        () =>
          queue.depths().then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    await expect.poll(() => notifications.isHearing, { timeout: 10_000 }).toBe(true)
    expect(interruptions).toBeGreaterThan(1)
    await client.sql`select pg_notify('caller_changed', 'promoted')`
    await expect.poll(() => heard).toContain('promoted')
  })
})
