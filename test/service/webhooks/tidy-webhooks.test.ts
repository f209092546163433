import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { type Plan, plans } from '../../../src/service/accounts/plans.ts'
import { accountsWithOldEvents } from '../../../src/service/db/webhooks/events.ts'
import { deliveryDays, momentsOfPlans } from '../../../src/service/accounts/retention/terms.ts'
import { tidyWebhooks } from '../../../src/service/webhooks/tidy-webhooks.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db, sql } = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const now = new Date()
const longAgo = new Date(now.getTime() - 200 * 86_400_000)
const unstopped = new AbortController().signal

async function accountOn(plan: Plan, name: string): Promise<string> {
  return (await createAccount({ db, masterKey }, { name, plan }))?.id ?? ''
}
const addEvents = (accountId: string, count: number, at = longAgo) =>
  sql`insert into webhook_events (id, account_id, event, body, created_at)
    select gen_random_uuid()::text, ${accountId}, 'ping', '{}', ${at.toISOString()} from generate_series(1, ${count})`
const left = async () => (await sql<{ count: number }[]>`select count(*)::int as count from webhook_events`)[0]?.count

it('old events of many accounts go, in batches that are smaller than what there is of each', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 7 }, (_, index) => accountOn(plans[index % plans.length] ?? 'free', `tidied ${index}`)),
  )
  for (const [index, accountId] of accounts.entries()) await addEvents(accountId, 3 * index)
  await addEvents(accounts[0] ?? '', 1, now)
  await tidyWebhooks(db, now, unstopped, { accounts: 2, events: 4 })
  expect(await left()).toBe(1)
})

it('an account is asked for once, however many before it were emptied', async () => {
  const before = momentsOfPlans(now, deliveryDays)
  const accounts = (
    await Promise.all(Array.from({ length: 3 }, (_, index) => accountOn('free', `walked ${index}`)))
  ).toSorted()
  for (const accountId of accounts) await addEvents(accountId, 1)
  const found = await accountsWithOldEvents(db, { before, after: undefined, limit: 2 })
  expect(found).toEqual(accounts.slice(0, 2).map((id) => ({ id, before: before.free })))
  expect((await accountsWithOldEvents(db, { before, after: found.at(-1)?.id, limit: 2 })).map(({ id }) => id)).toEqual(
    accounts.slice(2),
  )
  await tidyWebhooks(db, now, unstopped)
})

it('events of a plan that is not there any more are kept for the shortest term, and not for ever', async () => {
  const shortest = Math.min(...Object.values(deliveryDays))
  const accountId = await accountOn('enterprise', 'on a former plan')
  await sql`update accounts set plan = 'former' where id = ${accountId}`
  for (const days of [shortest - 1, shortest + 1])
    await addEvents(accountId, 1, new Date(now.getTime() - days * 86_400_000))
  const before = await left()
  await tidyWebhooks(db, now, unstopped)
  expect([before, await left()]).toEqual([3, 2])
})

it('nothing more is removed once it is to stop', async () => {
  const before = await left()
  await addEvents(await accountOn('free', 'stopped'), 2)
  await tidyWebhooks(db, now, AbortSignal.abort())
  expect(await left()).toBe((before ?? 0) + 2)
})
