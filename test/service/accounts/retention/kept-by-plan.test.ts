import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { auditDays, type Plan, plans } from '../../../../src/service/accounts/plans.ts'
import { tidyAccounts } from '../../../../src/service/accounts/tidy-accounts.ts'
import { deliveryDays } from '../../../../src/service/accounts/retention/terms.ts'
import { tidyWebhooks } from '../../../../src/service/webhooks/tidy-webhooks.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db, sql } = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const accounts = new Map<Plan, string>()
for (const plan of plans)
  accounts.set(plan, (await createAccount({ db, masterKey }, { name: `on ${plan}`, plan }))?.id ?? '')
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

it('events of webhooks are kept for as long as the plan says', async () => {
  for (const [plan, accountId] of accounts) {
    for (const days of [deliveryDays[plan] - 1, deliveryDays[plan] + 1])
      await sql`insert into webhook_events (id, account_id, event, body, created_at)
        values (${`${plan} ${days}`}, ${accountId}, 'ping', '{}', ${ago(days)})`
  }
  await tidyWebhooks(db, new Date(), new AbortController().signal)
  expect((await sql`select id from webhook_events`).map(({ id }) => String(id)).toSorted()).toEqual(
    plans.map((plan) => `${plan} ${deliveryDays[plan] - 1}`).toSorted(),
  )
})

it('the audit log is kept for as long as the plan says, and of missing accounts for the shortest time', async () => {
  await sql`alter table account_audit disable trigger account_audit_stands`
  await sql`delete from account_audit`
  await sql`alter table account_audit enable trigger account_audit_stands`
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const [plan, accountId] of [...accounts, ['free', nobody] as const]) {
    for (const days of [auditDays[plan] - 1, auditDays[plan] + 1])
      await sql`insert into account_audit (account_id, actor, action, subject, at)
        values (${accountId}, 'x', 'x', ${`${accountId === nobody ? 'nobody' : plan} ${days}`}, ${ago(days)})`
  }
  await tidyAccounts(db, new Date())
  expect((await sql`select subject from account_audit`).map(({ subject }) => String(subject)).toSorted()).toEqual(
    [...plans.map((plan) => `${plan} ${auditDays[plan] - 1}`), `nobody ${auditDays.free - 1}`].toSorted(),
  )
})
