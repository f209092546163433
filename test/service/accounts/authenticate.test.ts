import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticator } from '../../../src/service/accounts/authenticate.ts'
import { createAccount, createApiKey } from '../../../src/service/accounts/create-account.ts'
import { generateApiKey } from '../../../src/service/accounts/api-key.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { updateAccountPlan } from '../../../src/service/db/accounts/accounts.ts'
import { listApiKeys } from '../../../src/service/db/accounts/api-keys.ts'
import { createCallerChanges } from '../../../src/service/db/accounts/caller-changes.ts'
import { createNotifications } from '../../../src/service/db/notifications.ts'
import { callerCacheLimits } from '../../../src/service/accounts/caller-cache-limits.ts'
import { recordedDatabase } from '../../support/recorded-database.ts'
import { testDatabase } from '../../support/test-database.ts'

const database = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const context = { db: database.db, masterKey }

/** Creates an account with a key. */
async function keyHolder(expiresAt: Date | null = null) {
  const name = randomBytes(8).toString('hex')
  const account = await createAccount(context, { name, plan: 'free' })
  if (!account) throw new Error('the account was not made')
  return {
    name,
    accountId: account.id,
    key: await createApiKey(context, { accountId: account.id, name: 'test', permissions: ['scans:read'], expiresAt }),
  }
}

/** Creates the authenticator of a process, with a clock that the test controls, and counts its key lookups. */
function aProcess() {
  const { db, statements } = recordedDatabase(database.url)
  const notifications = createNotifications(db)
  afterAll(() => notifications[Symbol.asyncDispose]())
  const callerChanges = createCallerChanges(db, notifications)
  const clock = { now: new Date() }
  const authenticate = createAuthenticator({ db, masterKey, callerChanges, now: () => clock.now })
  const lookUps = () => statements.filter((statement) => /from "api_keys"/.test(statement)).length
  return { authenticate, notifications, callerChanges, clock, lookUps }
}

/** Creates a process that already receives notifications of changes. */
async function aHearingProcess() {
  const process = aProcess()
  await process.notifications.hearing()
  return process
}

const soon = { timeout: 10_000, interval: 5 }

describe('a key that was verified', () => {
  it('is looked up once while nothing changes, however many requests come', async () => {
    const { key, accountId } = await keyHolder()
    const { authenticate, lookUps } = await aHearingProcess()
    for (let request = 0; request < 50; request += 1)
      expect(await authenticate(key)).toMatchObject({ accountId, plan: 'free', permissions: ['scans:read'] })
    expect(lookUps()).toBe(1)
  })

  it.each([
    ['revoked', 'revoked_at = now()'],
    ['ended', "expires_at = now() - interval '1 second'"],
  ])('is refused in every process once it is %s', async (_what, change) => {
    const { key, accountId } = await keyHolder()
    const processes = await Promise.all([aHearingProcess(), aHearingProcess(), aHearingProcess()])
    for (const { authenticate } of processes) expect(await authenticate(key)).toBeDefined()
    await database.sql.unsafe(`update api_keys set ${change} where account_id = '${accountId}'`)
    await vi.waitFor(async () => {
      for (const { authenticate } of processes) expect(await authenticate(key)).toBeUndefined()
    }, soon)
  })

  it('has the permissions, plan and limits that it has now, and none once it or its account is gone', async () => {
    const { key, accountId, name } = await keyHolder()
    const { authenticate } = await aHearingProcess()
    expect(await authenticate(key)).toMatchObject({ plan: 'free' })
    await database.sql`update api_keys set permissions = '{scans:write}' where account_id = ${accountId}`
    await vi.waitFor(async () => expect(await authenticate(key)).toMatchObject({ permissions: ['scans:write'] }), soon)
    await updateAccountPlan(database.db, name, { plan: 'team', quarterHourLimit: 7, dayLimit: null })
    await vi.waitFor(
      async () =>
        expect(await authenticate(key)).toMatchObject({ plan: 'team', limits: { quarterHour: 7, day: 15_000 } }),
      soon,
    )
    await database.sql`delete from api_keys where account_id = ${accountId}`
    await vi.waitFor(async () => expect(await authenticate(key)).toBeUndefined(), soon)
  })

  it('is refused from the moment at which it expires, without being looked up', async () => {
    const expiresAt = new Date(Date.now() + 60_000)
    const { key } = await keyHolder(expiresAt)
    const { authenticate, clock, lookUps } = await aHearingProcess()
    clock.now = new Date(expiresAt.getTime() - 1)
    expect(await authenticate(key)).toBeDefined()
    clock.now = expiresAt
    expect(await authenticate(key)).toBeUndefined()
    expect(lookUps()).toBe(1)
  })

  it('is looked up again after a while, and then notes when it was used', async () => {
    const { key, accountId } = await keyHolder()
    const { authenticate, clock, lookUps } = await aHearingProcess()
    await authenticate(key)
    const first = clock.now
    const lastUsed = async () =>
      (await listApiKeys(database.db, accountId, { limit: 1, offset: 0 })).keys[0]?.lastUsedAt
    expect(await lastUsed()).toEqual(first)
    clock.now = new Date(first.getTime() + callerCacheLimits.maxAgeMs - 1)
    await authenticate(key)
    expect(lookUps()).toBe(1)
    clock.now = new Date(first.getTime() + 120_000)
    await authenticate(key)
    expect(lookUps()).toBe(2)
    expect(await lastUsed()).toEqual(clock.now)
  })
})

describe('nothing is remembered', () => {
  it('of a key that is wrong, unknown or malformed', async () => {
    const { key } = await keyHolder()
    const { authenticate, lookUps } = await aHearingProcess()
    await authenticate(key)
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
    for (const text of [wrong, wrong, generateApiKey().key]) expect(await authenticate(text)).toBeUndefined()
    expect(lookUps()).toBe(4)
    expect(await authenticate(`${key} `)).toBeUndefined()
  })

  it('while changes are not heard: not yet, or not any more', async () => {
    const { key, accountId } = await keyHolder()
    const { authenticate, notifications, lookUps } = aProcess()
    await notifications[Symbol.asyncDispose]()
    for (let request = 0; request < 3; request += 1) expect(await authenticate(key)).toBeDefined()
    expect(lookUps()).toBe(3)
    await database.sql`update api_keys set revoked_at = now() where account_id = ${accountId}`
    expect(await authenticate(key)).toBeUndefined()
  })

  it('of a time in which the connection that listens was lost, and it is made again', async () => {
    const { key, accountId } = await keyHolder()
    const { authenticate, notifications, lookUps } = await aHearingProcess()
    await authenticate(key)
    // The connection ends together with the change, so no connection can deliver the notification.
    await database.sql.begin(async (sql) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`
      await sql`update api_keys set permissions = '{scans:write}' where account_id = ${accountId}`
    })
    await vi.waitFor(async () => expect(await authenticate(key)).toMatchObject({ permissions: ['scans:write'] }), soon)
    await vi.waitFor(() => expect(notifications.isHearing).toBe(true), soon)
    await authenticate(key)
    const before = lookUps()
    await authenticate(key)
    expect(lookUps()).toBe(before)
  })

  it('of a row that was read before a change and came after it was told', async () => {
    const { key } = await keyHolder()
    const { db, statements } = recordedDatabase(database.url)
    let generation = 0
    // Each lookup overlaps a change.
    const authenticate = createAuthenticator({
      db,
      masterKey,
      callerChanges: { generation: () => (generation += 1), heard: async () => {} },
    })
    for (let request = 0; request < 3; request += 1) expect(await authenticate(key)).toBeDefined()
    expect(statements.filter((statement) => /from "api_keys"/.test(statement))).toHaveLength(3)
  })
})

describe('heard', () => {
  it(
    'lets nobody in whom a change before it has shut out, although the connection that listens gives no sign ' +
      'any more',
    async () => {
      const { key, accountId } = await keyHolder()
      const { authenticate, callerChanges } = await aHearingProcess()
      expect(await authenticate(key)).toBeDefined()
      const backends = await database.sql<
        { pid: number }[]
      >`select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
      for (const { pid } of backends) process.kill(pid, 'SIGSTOP')
      try {
        await database.sql`update api_keys set revoked_at = now() where account_id = ${accountId}`
        await callerChanges.heard()
        expect(await authenticate(key)).toBeUndefined()
      } finally {
        for (const { pid } of backends) process.kill(pid, 'SIGCONT')
      }
    },
  )

  it('resolves after everything that was committed before has been told', async () => {
    const { accountId } = await keyHolder()
    const { callerChanges } = await aHearingProcess()
    for (let change = 0; change < 20; change += 1) {
      const before = callerChanges.generation()
      await database.sql`update api_keys set revoked_at = now() where account_id = ${accountId}`
      await callerChanges.heard()
      // The change, and the echo that `heard` waits for.
      expect(callerChanges.generation()).toBe((before ?? Number.NaN) + 2)
    }
  })
})
