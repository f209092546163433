import { describe, expect, it } from 'vitest'
import { createLoginLink } from '../../../../src/service/accounts/login-link.ts'
import { sessionLimits } from '../../../../src/service/accounts/session-limits.ts'
import { testApi } from '../../../support/test-api.ts'
import { browserLike, origin, signedInByLink } from './browser-like.ts'

let time = new Date('2026-05-04T10:00:00.000Z')
const after = (ms: number) => {
  time = new Date(time.getTime() + ms)
}
const api = await testApi({ now: () => time })
const plain = await testApi({ publicUrl: 'http://127.0.0.1:3000', now: () => time })
const owner = await api.account('owner')
const other = await api.account('other')
const cookieName = '__Host-assay-session'

const linkFor = (accountId: string) => createLoginLink(api, { accountId, publicUrl: origin, now: time })

describe('a sign-in link', () => {
  it('has its token in the fragment, and works once', async () => {
    const link = await linkFor(owner.accountId)
    expect(link).toMatch(/^https:\/\/assay\.example\/login#[\w-]{43}$/)
    const [first, second] = [browserLike(api.address), browserLike(api.address)]
    const answer = await first.post('/login', { link, next: '/account/keys' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/keys'])
    expect((await first.get('/account')).text).toContain('owner')
    const again = await second.post('/login', { link })
    expect([again.status, second.cookies.size]).toEqual([400, 0])
    expect(again.text).toContain('This link is invalid')
    expect((await second.get('/account')).headers.get('location')).toBe('/login?next=%2Faccount')
  })

  it('signs in only the first of many simultaneous requests', async () => {
    const link = await linkFor(owner.accountId)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await browserLike(api.address).post('/login', { link })).status),
    )
    expect(statuses.toSorted()).toEqual([303, 400, 400, 400, 400, 400, 400, 400])
  })

  it('expires after ten minutes', async () => {
    const [early, late] = [await linkFor(owner.accountId), await linkFor(owner.accountId)]
    after(sessionLimits.linkValidMs - 1)
    expect((await browserLike(api.address).post('/login', { link: early })).status).toBe(303)
    after(1)
    expect((await browserLike(api.address).post('/login', { link: late })).status).toBe(400)
  })

  it('is stored only as a hash, like sessions', async () => {
    const link = await linkFor(owner.accountId)
    const [, token = ''] = link.split('#')
    const stored = async () =>
      JSON.stringify([await api.sql`select l::text from login_links l`, await api.sql`select s::text from sessions s`])
    const texts = (value: string) => [
      value,
      Buffer.from(value).toString('hex'),
      Buffer.from(value, 'base64url').toString('hex'),
    ]
    for (const text of texts(token)) expect(await stored()).not.toContain(text)
    const browser = browserLike(api.address)
    await browser.post('/login', { link: token })
    const session = browser.cookies.get(cookieName) ?? ''
    expect(session).toMatch(/^[\w-]{43}$/)
    for (const text of texts(session)) expect(await stored()).not.toContain(text)
  })

  it.each(['', 'nonsense', '#', 'x'.repeat(43), `https://assay.example/login#${'y'.repeat(43)}`, 'z'.repeat(5_000)])(
    'is rejected if invalid: %.40s',
    async (link) => {
      expect((await browserLike(api.address).post('/login', { link })).status).toBe(400)
    },
  )

  it('is accepted only from pages of this service', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ] as Record<string, string>[]) {
      const link = await linkFor(owner.accountId)
      const browser = browserLike(api.address)
      expect([(await browser.post('/login', { link }, headers)).status, browser.cookies.size]).toEqual([403, 0])
    }
    expect(
      (await browserLike(api.address).post('/login', { link: await linkFor(owner.accountId) }, { origin })).status,
    ).toBe(303)
  })
})

describe('the redirect after the sign-in', () => {
  it.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/x/..//evil.example',
    '/.//evil.example',
    '/x/%2e%2e//evil.example',
    '/\\t/evil.example',
    '/\tx',
    '/account\r\nset-cookie: a=b',
    'account',
    '',
  ])('never points to another site: %s', async (next) => {
    const answer = await browserLike(api.address).post('/login', { link: await linkFor(owner.accountId), next })
    const led = new URL(answer.headers.get('location') ?? '', origin)
    expect([answer.status, led.origin]).toEqual([303, origin])
    expect(answer.headers.getSetCookie()).toHaveLength(1)
    const page = await browserLike(api.address).get(`/login?next=${encodeURIComponent(next)}`)
    expect(page.text).not.toMatch(/value="[^"]*evil/)
  })
})

describe('the session cookie', () => {
  it('is limited to this host and https, hidden from scripts, and not sent by other sites', async () => {
    const answer = await browserLike(api.address).post('/login', { link: await linkFor(owner.accountId) })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie.split('; ').map((part) => part.replace(/^(__Host-assay-session|Expires)=.*/, '$1'))).toEqual([
      cookieName,
      'Max-Age=604800',
      'Path=/',
      'Expires',
      'HttpOnly',
      'Secure',
      'SameSite=Lax',
    ])
  })

  it('has another name without https, because browsers would reject it', async () => {
    const someone = await plain.account('someone')
    const link = await createLoginLink(plain, {
      accountId: someone.accountId,
      publicUrl: 'http://127.0.0.1:3000',
      now: time,
    })
    const [cookie = ''] = (await browserLike(plain.address).post('/login', { link })).headers.getSetCookie()
    expect(cookie).toMatch(/^assay-session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('Secure')
  })

  it('is never taken from the browser, which prevents session fixation', async () => {
    const known = 'a'.repeat(43)
    const browser = browserLike(api.address)
    browser.cookies.set(cookieName, known)
    await browser.post('/login', { link: await linkFor(owner.accountId) })
    expect(browser.cookies.get(cookieName)).not.toBe(known)
    const thief = browserLike(api.address)
    thief.cookies.set(cookieName, known)
    expect((await thief.get('/account')).status).toBe(303)
  })

  it('is replaced by the next sign-in, which ends the earlier session', async () => {
    const browser = await signedInByLink(api, owner.accountId, time)
    const before = browser.cookies.get(cookieName) ?? ''
    await browser.post('/login', { link: await linkFor(other.accountId) })
    expect((await browser.get('/account')).text).toContain('other')
    browser.cookies.set(cookieName, before)
    expect((await browser.get('/account')).status).toBe(303)
  })
})

describe('a session', () => {
  it('ends after one day without use, and after one week at the latest', async () => {
    const [used, left] = [
      await signedInByLink(api, owner.accountId, time),
      await signedInByLink(api, owner.accountId, time),
    ]
    after(sessionLimits.idleTimeoutMs - 1)
    expect((await used.get('/account')).status).toBe(200)
    after(1)
    expect([(await used.get('/account')).status, (await left.get('/account')).status]).toEqual([200, 303])
    for (let day = 0; day < 5; day += 1) {
      after(sessionLimits.idleTimeoutMs - 60_000)
      expect((await used.get('/account')).status, `day ${day}`).toBe(200)
    }
    after(sessionLimits.idleTimeoutMs - 60_000)
    expect((await used.get('/account')).status).toBe(200)
    after(6 * 60_000 - 1)
    expect((await used.get('/account')).status).toBe(200)
    after(1)
    expect((await used.get('/account')).status).toBe(303)
  })

  it('that was stolen ends when its owner ends it on the page', async () => {
    const [victim, thief] = [await signedInByLink(api, owner.accountId, time), browserLike(api.address)]
    const stolen = await signedInByLink(api, owner.accountId, time)
    for (const [name, value] of stolen.cookies) thief.cookies.set(name, value)
    expect((await thief.get('/account')).status).toBe(200)
    const { text } = await victim.get('/account/sessions')
    const ends = [...text.matchAll(/action="(\/account\/sessions\/[^"]+\/end)"/g)].map(([, path]) => path ?? '')
    expect(ends.length).toBeGreaterThan(1)
    expect(text.match(/this browser/g)).toHaveLength(1)
    const token = await victim.token()
    for (const path of ends) {
      const row = text.slice(0, text.indexOf(path)).split('<tr>').at(-1) ?? ''
      if (!row.includes('this browser')) expect((await victim.post(path, { token })).status).toBe(303)
    }
    expect([(await thief.get('/account')).status, (await victim.get('/account')).status]).toEqual([303, 200])
  })

  it('is signed out only by its own form', async () => {
    const browser = await signedInByLink(api, owner.accountId, time)
    const cookie = browser.cookies.get(cookieName) ?? ''
    expect((await browser.post('/session/end', { token: 'wrong' })).status).toBe(403)
    expect(
      (await browser.post('/session/end', { token: await browser.token() }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await browser.get('/account')).status).toBe(200)
    expect((await browser.post('/session/end', { token: await browser.token() })).headers.get('location')).toBe('/')
    expect(browser.cookies.has(cookieName)).toBe(false)
    browser.cookies.set(cookieName, cookie)
    expect((await browser.get('/account')).status).toBe(303)
  })

  it('is limited to fifty per account', async () => {
    const crowded = await api.account('crowded')
    const first = await signedInByLink(api, crowded.accountId, time)
    for (let more = 0; more < sessionLimits.maxPerOwner; more += 1) {
      after(1)
      await signedInByLink(api, crowded.accountId, time)
    }
    // This many pages within a second can exceed the limit of the network.
    await expect.poll(async () => (await first.get('/account')).status, { timeout: 20_000 }).toBe(303)
    expect(await api.sql`select 1 from sessions where account_id = ${crowded.accountId}`).toHaveLength(
      sessionLimits.maxPerOwner,
    )
  })
})
