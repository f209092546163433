import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/service/accounts/create-account.ts'
import { sessionLimits } from '../../../../src/service/accounts/session-limits.ts'
import { shownDay } from '../../../../src/service/pages/moment.ts'
import { dayChart } from '../../../../src/service/pages/plots/day-chart.ts'
import { testApi } from '../../../support/test-api.ts'
import { storeScan } from '../../registry/entered-scan.ts'
import { shown } from '../hostile.ts'
import { browserLike, type BrowserLike, origin, signedInByLink } from './browser-like.ts'

let time = new Date()
const api = await testApi({ now: () => time })
const owner = await api.account('owner', ['scans:write', 'scans:read', 'webhooks:write', 'account:write'])
const other = await api.account('other', ['scans:write', 'scans:read', 'webhooks:write', 'account:write'])
const browser = await signedInByLink(api, owner.accountId, time)
const token = await browser.token()
const paths = ['/account', '/account/keys', '/account/webhooks', '/account/sessions', '/account/audit'] as const

const source = { type: 'git', canonicalUrl: 'https://git.example/a/b', revision: 'c'.repeat(40) } as const

const post = (path: string, fields: Record<string, string | readonly string[]> = {}) =>
  browser.post(path, { token, ...fields })
const keyIn = (text: string) => /<pre class="secret" data-new-key[^>]*>([^<]+)</.exec(text)?.[1] ?? ''
const statusOf = async (key: string) =>
  (await api.anonymous('GET', '/api/v1/account', undefined, { 'x-api-key': key })).status
const madeWebhook = async (url = 'https://hooks.example/in?secret=s3cret') => {
  const { status, text } = await post('/account/webhooks', { url, description: 'channel' })
  expect(status, text).toBe(201)
  return {
    id: /href="\/account\/webhooks\/([\w-]{36})"/.exec(text)?.[1] ?? '',
    secret: /data-new-secret[^>]*>([^<]+)</.exec(text)?.[1] ?? '',
  }
}

describe('the pages of an account', () => {
  it.each(paths)('%s requires a sign-in, is not cached or framed, and runs no third-party scripts', async (path) => {
    const { status, headers, text } = await browser.get(path)
    expect([status, headers.get('cache-control'), headers.get('x-frame-options'), headers.get('etag')]).toEqual([
      200,
      'no-store',
      'DENY',
      null,
    ])
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "script-src 'self'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/<script(?![^>]* src=)| on\w+=|javascript:/i)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    const stranger = await browserLike(api.address).get(path)
    expect([stranger.status, stranger.headers.get('location'), stranger.headers.get('cache-control')]).toEqual([
      303,
      `/login?next=${encodeURIComponent(path)}`,
      'no-store',
    ])
  })

  it('reject other methods, and return 404 for unknown pages', async () => {
    expect((await browser.get('/account/nothing')).status).toBe(404)
    expect((await fetch(`${api.address}/account/keys`, { method: 'DELETE' })).status).toBe(405)
  })

  it('show the plan and the usage of both rate limits', async () => {
    for (let call = 0; call < 3; call += 1) await owner.call('GET', '/api/v1/account')
    const words = (await browser.get('/account')).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(words).toContain('enterprise plan')
    // A process reserves a hundredth of the limit in advance: 50 of 5,000.
    expect(words).toMatch(/Current 15 minutes : 50 of 5,000, 4,950 left/)
    expect(words).toMatch(/Today \(UTC\) : 50 of 50,000, 49,950 left/)
  })
})

describe('the first steps', () => {
  it('list what is missing, and disappear after the last step', async () => {
    const { accountId } = await api.account('newcomer', ['scans:read'], 'free')
    await api.sql`delete from api_keys where account_id = ${accountId}`
    const newcomer = await signedInByLink(api, accountId, time)
    const steps = async () => {
      const { text } = await newcomer.get('/account')
      const [list] = /<h2>First steps<[^]*?<\/section>/.exec(text) ?? []
      return list && shown(list)
    }
    expect(await steps()).toMatch(
      /1 of 4 steps done\..*Sign in done Install the GitHub App.*Install the app .*Run the first scan .*Add a webh/s,
    )
    await createApiKey(api, { accountId, name: 'first', permissions: ['scans:read'] })
    expect(await steps()).toMatch(/2 of 4 steps done\..*or create an API key done Run the first scan/s)
    // A scan of another account does not count.
    await storeScan(api.db, other.accountId, { source })
    expect(await steps()).toContain('2 of 4 steps done.')
    await storeScan(api.db, accountId, { source })
    expect(await steps()).toMatch(/3 of 4 steps done\..*Run the first scan done Add a webhook/s)
    await newcomer.post('/account/webhooks', { token: await newcomer.token(), url: 'https://hooks.example/first' })
    expect(await steps()).toBeUndefined()
  })
})

describe('the chart of scans', () => {
  const day = (back: number) => new Date(time.getTime() - back * 86_400_000).toISOString().slice(0, 10)
  const chart = async (as: BrowserLike) => /<figure[^]*<\/figure>/.exec((await as.get('/account')).text)?.[0] ?? ''

  it('counts the scans of this account on each of the last 30 days, and lists them as a table', async () => {
    const [{ accountId }, stranger] = [
      await api.account('busy', ['scans:read'], 'free'),
      await api.account('elsewhere', ['scans:read'], 'free'),
    ]
    const busy = await signedInByLink(api, accountId, time)
    expect(await chart(busy)).toBe('')
    const at = async (owner: string, back: number) => {
      const id = await storeScan(api.db, owner, { source })
      await api.sql`update scans set created_at = ${`${day(back)}T12:00:00Z`} where id = ${id}`
    }
    for (const back of [0, 0, 0, 3, 29, 30]) await at(accountId, back)
    await at(stranger.accountId, 3)
    const text = await chart(busy)
    expect(text.match(/<title>[^<]*<\/title>/g)).toEqual(
      [29, 3, 0].map((back) => `<title>${shownDay(new Date(day(back)))}: ${back === 0 ? 3 : 1}</title>`),
    )
    expect(text).toContain('at most 3 on one day.')
    expect(shown(text)).toContain(
      `Day (UTC) Scans ${[0, 3, 29].map((back) => `${shownDay(new Date(day(back)))} ${back === 0 ? 3 : 1}`).join(' ')}`,
    )
    expect(shown((await busy.get('/account')).text)).toContain('5 scans in total. Your limit is 1,000 API requests')
  })

  it('draws the limit if the scans come near it', async () => {
    const near = Array.from({ length: 30 }, (_, back) => ({ day: day(29 - back), value: back === 3 ? 300 : 0 }))
    const drawn = (value: number) =>
      render(dayChart(near, { unit: 'Scans', limit: { value, title: 'the limit' } }) as VNode).includes('the limit')
    expect([drawn(1_000), drawn(1_200), drawn(5_000)]).toEqual([true, true, false])
  })
})

describe('names in private repositories', () => {
  it('are sent to registries after the owner enables it on the page, and no longer after the opposite', async () => {
    const stored = async () => (await owner.call('GET', '/api/v1/account')).json.data['resolvesPrivateSources']
    expect((await browser.get('/account')).text).toContain('<strong>not resolved</strong>')
    for (const [resolve, shown] of [
      ['on', 'resolved in package registries'],
      ['off', 'not resolved'],
    ] as const) {
      const answer = await post('/account/private-sources', { resolve })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
      expect((await browser.get('/account')).text).toContain(`<strong>${shown}</strong>`)
      expect(await stored()).toBe(resolve === 'on')
    }
    const log = (await browser.get('/account/audit')).text
    for (const entry of ['update-account', 'resolvesPrivateSources: true', 'resolvesPrivateSources: false'])
      expect(log).toContain(entry)
  })
})

describe('keys', () => {
  it('are created, shown once, usable, listed, and revoked', async () => {
    const made = await post('/account/keys', { name: 'pipeline', permission: ['scans:read'], expires: '2099-12-31' })
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const key = keyIn(made.text)
    expect(key).toMatch(/^mcp_\w{8}_\w{32}$/)
    expect(await statusOf(key)).toBe(200)
    const listed = await browser.get('/account/keys')
    expect(listed.text).toContain('pipeline')
    expect(listed.text).not.toContain(key.slice(13))
    const [row] = await api.sql`select id, permissions, expires_at from api_keys where name = 'pipeline'`
    expect([row?.['permissions'], new Date(String(row?.['expires_at'])).toISOString()]).toEqual([
      ['scans:read'],
      '2099-12-31T23:59:59.999Z',
    ])
    expect((await post(`/account/keys/${String(row?.['id'])}/revoke`)).status).toBe(303)
    expect(await statusOf(key)).toBe(401)
    expect((await browser.get('/account/keys')).text).toContain('revoked')
  })

  it('need a name, an allowed permission, and a future date', async () => {
    for (const [fields, says] of [
      [{ name: ' ', permission: 'scans:read' }, 'name'],
      [{ name: 'x' }, 'permissions'],
      [{ name: 'x', permission: 'account:write' }, 'cannot grant the account:write permission'],
      [{ name: 'x', permission: 'scans:read', expires: '2020-01-01' }, 'expiresAt'],
      [{ name: 'x', permission: 'scans:read', expires: 'soon' }, 'expiresAt'],
    ] as const) {
      const { status, text } = await post('/account/keys', fields)
      expect([400, 403]).toContain(status)
      expect(text).toContain(says)
    }
  })

  it('are created only within one hour after the sign-in', async () => {
    const stale = await signedInByLink(api, owner.accountId, time)
    const its = await stale.token()
    const before = time
    time = new Date(time.getTime() + sessionLimits.freshMs)
    const refused = await stale.post('/account/keys', { token: its, name: 'late', permission: 'scans:read' })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('more than one hour ago')
    expect((await stale.get('/account/keys')).text).toContain('Sign in again')
    expect((await stale.post('/account/webhooks', { token: its, url: 'https://hooks.example/late' })).status).toBe(201)
    const cookie = [...stale.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(
      (await api.anonymous('POST', '/api/v1/keys', { name: 'late' }, { cookie, 'sec-fetch-site': 'same-origin' })).json
        .error.code,
    ).toBe('FORBIDDEN')
    time = before
  })

  it('show hostile names as inert text', async () => {
    const name = '<script>alert(1)</script>" onload="x'
    expect((await post('/account/keys', { name, permission: 'scans:read' })).status).toBe(201)
    for (const path of ['/account/keys', '/account/audit']) {
      const { text } = await browser.get(path)
      expect(text).toContain('&lt;script>alert(1)')
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('" onload="x')
    }
  })
})

describe('webhooks', () => {
  it('are created with a secret that is shown once, paused, enabled, tested, and deleted', async () => {
    const { id, secret } = await madeWebhook()
    expect(secret).toMatch(/^whsec_/)
    const at = `/account/webhooks/${id}`
    expect((await browser.get(at)).text).not.toContain(secret.slice(6))
    const state = async () => (await owner.call('GET', `/api/v1/webhooks/${id}`)).json.data['enabled']
    expect((await post(`${at}/pause`)).status).toBe(303)
    expect(await state()).toBe(false)
    const refused = await post(`${at}/ping`)
    expect([refused.status, refused.text.includes('disabled')]).toEqual([409, true])
    await post(`${at}/resume`)
    expect(await state()).toBe(true)
    expect((await post(`${at}/ping`)).headers.get('location')).toBe(at)
    const page = await browser.get(at)
    expect(page.text).toContain('<code>ping</code>')
    expect(page.text).toContain('waiting')
    await api.sql`update webhook_deliveries set status = 'delivered', attempts = 1, step = 1, next_attempt_at = null,
      ended_at = now() where endpoint_id = ${id}`
    const again = /action="([^"]+\/redeliver)"/.exec((await browser.get(at)).text)?.[1] ?? ''
    expect((await post(again)).status).toBe(303)
    expect((await browser.get(at)).text).toContain('waiting')
    const rotated = /data-new-secret[^>]*>([^<]+)</.exec((await post(`${at}/rotate`)).text)?.[1]
    expect(rotated).toMatch(/^whsec_/)
    expect(rotated).not.toBe(secret)
    expect((await post(`${at}/delete`)).headers.get('location')).toBe('/account/webhooks')
    expect((await browser.get(at)).status).toBe(404)
  })

  it('reject invalid URLs with the reason of the API', async () => {
    for (const url of ['http://hooks.example/', 'https://10.0.0.1/', 'nonsense', '']) {
      const { status, text } = await post('/account/webhooks', { url })
      expect(status, url).toBe(400)
      expect(text).toContain('url')
    }
  })
})

describe('data of another account', () => {
  it('is not accessible', async () => {
    const { webhookId } = (await other.call('POST', '/api/v1/webhooks', { url: 'https://hooks.example/other' })).json
      .data
    const { deliveryId } = (await other.call('POST', `/api/v1/webhooks/${String(webhookId)}/ping`)).json.data
    const { keyId } = (await other.call('POST', '/api/v1/keys', { name: 'of the other' })).json.data
    const [session] = await (async () => {
      await signedInByLink(api, other.accountId, time)
      return api.sql`select id from sessions where account_id = ${other.accountId}`
    })()
    const at = `/account/webhooks/${String(webhookId)}`
    expect((await browser.get(at)).status).toBe(404)
    for (const path of [
      `/account/keys/${String(keyId)}/revoke`,
      ...['pause', 'resume', 'ping', 'rotate', 'delete', `deliveries/${String(deliveryId)}/redeliver`].map(
        (deed) => `${at}/${deed}`,
      ),
      `/account/sessions/${String(session?.['id'])}/end`,
      '/account/keys/nonsense/revoke',
      '/account/sessions/nonsense/end',
    ]) {
      expect((await post(path)).status, path).toBe(404)
    }
    expect((await post('/account/choose', { account: other.accountId })).status).toBe(404)
    expect((await other.call('GET', `/api/v1/webhooks/${String(webhookId)}`)).json.data['enabled']).toBe(true)
    for (const path of paths)
      expect((await browser.get(path)).text, path).not.toMatch(/of the other|hooks\.example\/other/)
  })
})

describe('forms', () => {
  it('require the session token and the origin of this service', async () => {
    const foreign = await (await signedInByLink(api, other.accountId, time)).token()
    const fields = { name: 'forged', permission: 'scans:read' }
    for (const [more, headers] of [
      [{ token }, { 'sec-fetch-site': 'cross-site' }],
      [{ token }, { 'sec-fetch-site': 'same-site' }],
      [{ token }, { origin: 'https://evil.example' }],
      [{ token }, {}],
      [{}, { 'sec-fetch-site': 'same-origin' }],
      [{ token: 'nonsense' }, { 'sec-fetch-site': 'same-origin' }],
      [{ token: foreign }, { 'sec-fetch-site': 'same-origin' }],
    ] as [Record<string, string>, Record<string, string>][]) {
      expect(
        (await browser.post('/account/keys', { ...fields, ...more }, headers)).status,
        JSON.stringify([more, headers]),
      ).toBe(403)
    }
    expect(await api.sql`select 1 from api_keys where name = 'forged'`).toHaveLength(0)
  })

  it('have no effect on GET requests', async () => {
    const { id } = await madeWebhook('https://hooks.example/kept')
    for (const deed of ['pause', 'delete', 'ping', 'rotate'])
      expect((await browser.get(`/account/webhooks/${id}/${deed}`)).status).toBe(404)
    expect((await owner.call('GET', `/api/v1/webhooks/${id}`)).json.data['enabled']).toBe(true)
  })
})

describe('the API with a session', () => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it('knows the account, and accepts changes only from pages of this service', async () => {
    const { status, json } = await api.anonymous('GET', '/api/v1/account', undefined, { cookie })
    expect([status, json.data['name'], json.data['permissions'], 'key' in json.data, 'session' in json.data]).toEqual([
      200,
      'owner',
      ['scans:write', 'scans:read', 'webhooks:write', 'account:write'],
      false,
      true,
    ])
    const submit = (headers: Record<string, string>) =>
      api.anonymous(
        'POST',
        '/api/v1/scans/url',
        { url: 'https://www.npmjs.com/package/server' },
        { cookie, ...headers },
      )
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await submit(headers)).json.error.code).toBe('FORBIDDEN')
    for (const headers of [{ origin }, { 'sec-fetch-site': 'same-origin' }] as Record<string, string>[])
      expect((await submit(headers)).status).toBe(202)
  })

  it('prefers the API key, and ignores an invalid cookie', async () => {
    expect(
      (await api.anonymous('GET', '/api/v1/account', undefined, { cookie, 'x-api-key': other.key })).json.data['name'],
    ).toBe('other')
    expect(
      (
        await api.anonymous('GET', '/api/v1/account', undefined, {
          cookie,
          'x-api-key': `mcp_aaaaaaaa_${'a'.repeat(32)}`,
        })
      ).status,
    ).toBe(401)
    expect(
      (await api.anonymous('GET', '/api/v1/account', undefined, { cookie: `__Host-assay-session=${'a'.repeat(43)}` }))
        .status,
    ).toBe(401)
    expect(
      (await api.anonymous('GET', '/api/v1/servers', undefined, { cookie: '__Host-assay-session=nonsense' })).status,
    ).toBe(200)
  })
})

describe('the audit log', () => {
  it('lists the actions of pages and keys with their actors, without secrets', async () => {
    const { keyId, key } = (await owner.call('POST', '/api/v1/keys', { name: 'logged' })).json.data
    await owner.call('DELETE', `/api/v1/keys/${String(keyId)}`)
    const { id } = await madeWebhook('https://hooks.example/x?secret=s3cret')
    await post(`/account/webhooks/${id}/delete`)
    const entries = await api.sql`select actor, action, subject from account_audit where account_id = ${owner.accountId}
        order by number desc limit 4`
    const prefix = owner.key.slice(4, 12)
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      ['visitor with a sign-in link', 'delete-webhook'],
      ['visitor with a sign-in link', 'create-webhook'],
      [`key mcp_${prefix}_…`, 'delete-key'],
      [`key mcp_${prefix}_…`, 'create-key'],
    ])
    expect(entries[3]?.['subject']).toBe(`key mcp_${String(key).slice(4, 12)}_… (logged)`)
    expect(JSON.stringify(entries)).not.toContain('s3cret')
    expect(JSON.stringify(entries)).not.toContain(String(key).slice(13))
    const { text } = await browser.get('/account/audit')
    for (const expected of ['create-key', 'delete-webhook', 'visitor with a sign-in link', 'hooks.example'])
      expect(text).toContain(expected)
  })

  it('is append-only', async () => {
    for (const change of [
      api.sql`update account_audit set actor = 'nobody'`,
      api.sql`delete from account_audit`,
      api.sql`truncate account_audit`,
    ])
      await expect(change).rejects.toThrow('only added to')
    await api.sql`insert into account_audit (account_id, actor, action, subject, at)
      values (${owner.accountId}, 'x', 'long-ago', 'x', now() - interval '400 days')`
    expect(await api.sql`delete from account_audit where action = 'long-ago' returning 1`).toHaveLength(1)
  })
})
