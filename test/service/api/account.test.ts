import { describe, expect, it } from 'vitest'
import { webhookSecretOf } from '../../../src/service/accounts/create-account.ts'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { tidyAccounts } from '../../../src/service/accounts/tidy-accounts.ts'
import { webhookSecretsOf } from '../../../src/service/accounts/webhook-secret.ts'
import { listAudit } from '../../../src/service/db/accounts/audit.ts'
import { type AccountRow, findAccount } from '../../../src/service/db/accounts/accounts.ts'
import { testApi } from '../../support/test-api.ts'

const clock = new Date('2026-11-20T12:03:00Z')
const api = await testApi({ now: () => clock })

async function rowOf(accountId: string): Promise<AccountRow> {
  const account = await findAccount(api.db, accountId)
  if (!account) throw new Error('there is no such account')
  return account
}

const rotatePath = '/api/v1/webhooks/secret/rotate'

describe('GET /api/v1/account', () => {
  it('tells plan, permissions of the key, both windows, usage and the state of the webhook secret', async () => {
    const team = await api.account('team', ['scans:write'], 'team')
    for (let scan = 0; scan < 2; scan += 1)
      await team.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })
    const { status, json, headers } = await team.call('GET', '/api/v1/account')
    expect(status).toBe(200)
    expect(json.data).toEqual({
      name: 'team',
      plan: 'team',
      createdAt: expect.any(String),
      resolvesPrivateSources: false,
      permissions: ['scans:write'],
      key: { keyId: expect.any(String), prefix: team.key.split('_')[1] },
      rateLimits: {
        quarterHour: { limit: 1_500, used: 3, remaining: 1_497, reset: Date.parse('2026-11-20T12:15:00Z') / 1000 },
        day: { limit: 15_000, used: 3, remaining: 14_997, reset: Date.parse('2026-11-21T00:00:00Z') / 1000 },
      },
      usage: { scans: { total: 2, unfinished: 2, today: 2 }, keys: 1 },
      webhookSecret: { createdAt: expect.any(String) },
      webhooks: { endpoints: 0, disabled: [] },
    })
    expect(headers.get('x-ratelimit-remaining')).toBe('1497')
  })

  it('shows no secret', async () => {
    const { accountId, call, key } = await api.account('secretive', permissions)
    const { text } = await call('GET', '/api/v1/account')
    expect(text).not.toContain(key.slice(13))
    expect(text).not.toContain(webhookSecretOf(api, await rowOf(accountId)))
  })
})

describe('PATCH /api/v1/account', () => {
  it('stores whether names in private sources are sent to registries, and records each change', async () => {
    const owner = await api.account('owner', ['account:write'])
    for (const resolvesPrivateSources of [true, false]) {
      const changed = await owner.call('PATCH', '/api/v1/account', { resolvesPrivateSources })
      expect(changed.status, changed.text).toBe(200)
      expect(changed.json.data).toEqual({ resolvesPrivateSources })
      expect((await owner.call('GET', '/api/v1/account')).json.data).toMatchObject({ resolvesPrivateSources })
    }
    const { entries } = await listAudit(api.db, owner.accountId, { limit: 10, offset: 0 })
    expect(entries.map(({ action, subject, actor }) => [action, subject, actor.slice(0, 8)])).toEqual([
      ['update-account', 'resolvesPrivateSources: false', 'key mcp_'],
      ['update-account', 'resolvesPrivateSources: true', 'key mcp_'],
    ])
  })

  it('needs the permission account:write, and a field that exists', async () => {
    const reader = await api.account('settings-reader', ['scans:write', 'scans:read', 'webhooks:write'])
    const refused = await reader.call('PATCH', '/api/v1/account', { resolvesPrivateSources: true })
    expect([refused.status, refused.json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect((await reader.call('GET', '/api/v1/account')).json.data).toMatchObject({ resolvesPrivateSources: false })
    const writer = await api.account('settings-writer', ['account:write'])
    for (const body of [{}, { resolvesPrivateSources: 'yes' }, { resolvesPrivateSources: true, plan: 'enterprise' }])
      expect((await writer.call('PATCH', '/api/v1/account', body)).status).toBe(400)
  })
})

describe('POST /api/v1/webhooks/secret/rotate', () => {
  it('shows a new secret once; both sign until the overlap ends, and then the old one is forgotten', async () => {
    const { accountId, call } = await api.account('rotating', ['webhooks:write'])
    const old = webhookSecretOf(api, await rowOf(accountId))
    const answer = await call('POST', rotatePath, { overlapSeconds: 3_600 })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { webhookSecret, overlapUntil } = answer.json.data as Record<string, string>
    expect(Buffer.from(webhookSecret?.replace(/^whsec_/, '') ?? '', 'base64')).toHaveLength(32)
    const until = new Date(overlapUntil ?? '')
    const account = await rowOf(accountId)
    expect(webhookSecretsOf(api, account, new Date())).toEqual({ current: webhookSecret, previous: old })
    expect(webhookSecretsOf(api, account, until)).toEqual({ current: webhookSecret, previous: undefined })
    expect(JSON.stringify(await api.sql`select a::text from accounts a`)).not.toContain(webhookSecret?.slice(6))
    expect((await call('GET', '/api/v1/account')).json.data.webhookSecret).toEqual({
      createdAt: answer.json.data.rotatedAt,
      rotatedAt: answer.json.data.rotatedAt,
      overlapUntil,
    })
    await tidyAccounts(api.db, new Date(until.getTime() - 1))
    expect((await rowOf(accountId)).previousWebhookSecretSealed).not.toBeNull()
    await tidyAccounts(api.db, until)
    expect(await rowOf(accountId)).toMatchObject({
      previousWebhookSecretSealed: null,
      previousWebhookSecretUntil: null,
    })
  })

  it('has one overlap at a time, which a rotation without overlap ends', async () => {
    const { accountId, call } = await api.account('impatient', ['webhooks:write'])
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', rotatePath, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('set `overlapSeconds` to 0'),
    })
    const { webhookSecret } = (await call('POST', rotatePath, { overlapSeconds: 0 })).json.data
    expect(webhookSecretsOf(api, await rowOf(accountId), new Date())).toEqual({
      current: webhookSecret,
      previous: undefined,
    })
  })

  it('needs webhooks:write, and a sensible overlap', async () => {
    const reader = await api.account('reader', ['scans:read', 'scans:write', 'account:write'])
    expect((await reader.call('POST', rotatePath, {})).json.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('webhooks:write'),
    })
    const { accountId, call } = await api.account('careless', ['webhooks:write'])
    const before = await rowOf(accountId)
    for (const overlapSeconds of [-1, 0.5, 31 * 86_400, 'a day', null])
      expect((await call('POST', rotatePath, { overlapSeconds })).status).toBe(400)
    expect(await rowOf(accountId)).toEqual(before)
  })
})
