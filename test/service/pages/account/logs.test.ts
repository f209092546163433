import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createApiKey } from '../../../../src/service/accounts/create-account.ts'
import { pageLimits } from '../../../../src/service/pages/page-limits.ts'
import { testApi } from '../../../support/test-api.ts'
import { expectInert, hostile, shown } from '../hostile.ts'
import { signedInByLink } from './browser-like.ts'

const api = await testApi()
const { accountId } = await api.account('logs', ['scans:read', 'webhooks:write'])
const browser = await signedInByLink(api, accountId)
const page = async (path: string) => (await browser.get(path)).text

async function insertEntry(owner: string, { action, subject, at }: Record<'action' | 'subject' | 'at', string>) {
  await api.sql`insert into account_audit (account_id, actor, action, subject, at)
    values (${owner}, 'octocat at github.example', ${action}, ${subject}, ${at})`
}

it('filters the audit log by action and by days, including both, and keeps the filter on later pages', async () => {
  const { accountId: stranger } = await api.account('strange-logs')
  for (const [number, at] of ['2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', '2026-03-03T23:59:59Z'].entries())
    await insertEntry(accountId, { action: 'create-key', subject: `subject-${number}`, at })
  await insertEntry(accountId, { action: 'delete-key', subject: 'subject-3', at: '2026-03-03T12:00:00Z' })
  await insertEntry(stranger, { action: 'create-key', subject: 'subject-9', at: '2026-03-03T12:00:00Z' })
  const subjects = async (query: string) => (await page(`/account/audit${query}`)).match(/subject-\d+/g) ?? []
  expect(await subjects('')).toEqual(['subject-3', 'subject-2', 'subject-1', 'subject-0'])
  expect(await subjects('?action=create-key')).toEqual(['subject-2', 'subject-1', 'subject-0'])
  expect(await subjects('?from=2026-03-02&to=2026-03-02')).toEqual(['subject-1'])
  expect(await subjects('?to=2026-03-03&from=2026-03-02&action=delete-key')).toEqual(['subject-3'])
  // An unknown action and a malformed day match all entries.
  expect(await subjects("?action=x'--&from=2026-02-31&to[]=2026-03-02")).toHaveLength(4)
  const filtered = await page('/account/audit?action=delete-key&from=2026-03-02')
  expect(filtered).toMatch(/<option value="delete-key" selected/)
  expect(filtered).toContain('value="2026-03-02"')
  expect(shown(await page('/account/audit?action=rotate-key'))).toContain('No entries match this filter. Show all')

  for (let entry = 0; entry <= pageLimits.maxAuditEntries; entry += 1)
    await insertEntry(accountId, { action: 'update-webhook', subject: hostile, at: '2026-04-01T00:00:00Z' })
  const many = await page('/account/audit?action=update-webhook&from=2026-04-01')
  expectInert(many)
  expect(many.match(/<td data-label="Subject"/g)).toHaveLength(pageLimits.maxAuditEntries)
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(many) ?? []
  expect(next).toBe('/account/audit?action=update-webhook&amp;from=2026-04-01&amp;page=2')
  const last = await page(next.replaceAll('&amp;', '&'))
  expect(last.match(/<td data-label="Subject"/g)).toHaveLength(1)
  expect(last).toContain('rel="prev" href="/account/audit?action=update-webhook&amp;from=2026-04-01"')
})

it('lists the deliveries of an endpoint by status, with the last response and the earlier ones', async () => {
  const created = await browser.post('/account/webhooks', {
    token: await browser.token(),
    url: 'https://hooks.example/in',
  })
  const [address = ''] = /\/account\/webhooks\/[\w-]{36}/.exec(created.text) ?? []
  const endpointId = address.slice(-36)
  expect(shown(await page(address))).toContain('No deliveries yet Select "Send test" above to send the first event.')
  for (const [status, attempts] of [
    ['delivered', [[200, null, 'thanks']]],
    [
      'failed',
      [
        [null, 'no response', null],
        [503, hostile, hostile],
      ],
    ],
  ] as const) {
    const [event, delivery] = [`evt_${randomUUID()}`, randomUUID()]
    await api.sql`insert into webhook_events (id, account_id, event, body, created_at)
      values (${event}, ${accountId}, 'scan.completed', '{}', now())`
    await api.sql`insert into webhook_deliveries (id, event_id, account_id, endpoint_id, lane, status, attempts,
      created_at, ended_at) values (${delivery}, ${event}, ${accountId}, ${endpointId}, 'endpoint:x', ${status},
      ${attempts.length}, now(), now())`
    for (const [number, [code, failure, head]] of attempts.entries())
      await api.sql`insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status, failure,
        response_head) values (${delivery}, ${number}, now(), ${1_000 + number}, ${code}, ${failure}, ${head})`
  }
  const all = await page(address)
  expectInert(all)
  expect(all.match(/<tr data-delivery/g)).toHaveLength(2)
  const failed = await page(`${address}?status=failed`)
  expect(failed.match(/<tr data-delivery/g)).toHaveLength(1)
  expect(shown(failed)).toMatch(/failed 503 in 1,001 ms .* 2 Earlier responses Attempt 1, .* no response in 1,000 ms/)
  expect(failed.match(/aria-label="Redeliver scan\.completed of [^"]+"/g)).toHaveLength(1)
  expect(shown(await page(`${address}?status=delivered`))).toMatch(/delivered 200 in 1,000 ms thanks 1/)
  expect(shown(await page(`${address}?status=waiting`))).toContain('No deliveries match this filter. Show all')
  expect((await page(`${address}?status=unknown`)).match(/<tr data-delivery/g)).toHaveLength(2)

  await browser.post(`${address}/pause`, { token: await browser.token() })
  const paused = await page(address)
  expect(paused).not.toContain('/redeliver"')
  expect(shown(paused)).toContain('Enable the endpoint to send events again.')
})

it('shows when keys expire, page by page', async () => {
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day)
  const { accountId: holder } = await api.account('holder')
  const holds = await signedInByLink(api, holder)
  const keys = async (query = '') => shown((await holds.get(`/account/keys${query}`)).text)
  await api.sql`delete from api_keys where account_id = ${holder}`
  expect(await keys()).toContain('No keys yet Create one below')
  for (const [name, expiresAt] of [
    ['forever', undefined],
    ['long', at(300)],
    ['short', at(3)],
    ['over', at(-1)],
  ] as const)
    await createApiKey(api, { accountId: holder, name, permissions: ['scans:read'], ...(expiresAt && { expiresAt }) })
  const text = await keys()
  for (const row of [
    /forever mcp_\w{8}_ scans:read .* never active does not expire/,
    /long mcp_\w{8}_ scans:read .* never active until/,
    /short mcp_\w{8}_ scans:read .* never expires soon until/,
    /over mcp_\w{8}_ scans:read .* never expired on/,
  ])
    expect(text).toMatch(row)
  for (let key = 4; key <= pageLimits.maxKeys; key += 1)
    await createApiKey(api, { accountId: holder, name: `more-${key}`, permissions: ['scans:read'] })
  expect(await keys()).toContain('Page 1 of 2')
  expect((await keys('?page=2')).match(/mcp_\w{8}_/g)).toHaveLength(1)
  expect(await keys('?page=3')).toContain('This page of the list is empty.')
})

it('folds all but the newest sessions', async () => {
  const { accountId: busy } = await api.account('busy')
  const opened = await signedInByLink(api, busy)
  await api.sql`insert into sessions (id, token_hash, account_id, agent, created_at, seen_at, ends_at)
    select gen_random_uuid(), sha256(n::text::bytea), ${busy}, 'agent-' || n, now() - interval '1 hour', now(),
    now() + interval '1 day' from generate_series(1, ${pageLimits.maxUnfoldedSessions + 1}) n`
  const { text } = await opened.get('/account/sessions')
  const [unfolded = '', folded = ''] = text.split('<details>')
  expect(unfolded.match(/\/account\/sessions\/[\w-]{36}\/end/g)).toHaveLength(pageLimits.maxUnfoldedSessions)
  expect(folded.match(/\/account\/sessions\/[\w-]{36}\/end/g)).toHaveLength(2)
  expect(shown(text)).toContain('2 older sessions')
})
