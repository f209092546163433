import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { registryClaims } from '../../../src/service/db/registry/trust-schema.ts'
import { enterStored, projectFacts, storeScan } from '../registry/entered-scan.ts'
import { storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { browserLike, signedInByLink } from './account/browser-like.ts'
import { shown } from './hostile.ts'

const api = await testApi()
const { db, sql } = api
const owner = await api.account('owner')
const [browser, anybody] = [await signedInByLink(api, owner.accountId), browserLike(api.address)]
const finding = storedFinding({
  id: 'finding_1',
  ruleId: 'path-traversal',
  category: 'code',
  severity: 'medium',
  fingerprint: 'the-finding',
})
const token = await browser.token()

let names = 0
let path = ''
let serverId = ''
beforeEach(async () => {
  names += 1
  const scanId = await storeScan(db, owner.accountId, {
    source: { type: 'npm', canonicalUrl: `https://www.npmjs.com/package/formed-${names}`, revision: '1.0.0' },
    facts: projectFacts(),
    findings: [finding],
    completedAt: new Date(),
  })
  const { serverIds } = await enterStored(db, scanId, '1.0.0')
  serverId = serverIds[0] ?? ''
  path = `/servers/npm-formed-${names}`
})

const claimed = (parts: Partial<typeof registryClaims.$inferInsert> = {}) =>
  db.insert(registryClaims).values({
    id: randomUUID(),
    serverId,
    accountId: owner.accountId,
    method: 'file',
    token: 'assay-claim-of-the-test',
    createdAt: new Date(),
    ...parts,
  })
const page = async (at = `${path}/badge`) => (await browser.get(at)).text
const actions = (text: string) =>
  [...text.matchAll(/<form method="post" action="(\/servers\/[^"]+)"/g)].map(([, action = '']) =>
    action.slice(path.length),
  )

/** Sends a form and follows the redirect. */
async function sent(deed: string, fields: Record<string, string> = {}) {
  const { status, headers } = await browser.post(`${path}/${deed}`, { token, ...fields })
  const location = headers.get('location') ?? ''
  return { status, location, words: shown(location === '' ? '' : await page(location.split('#')[0])) }
}

describe('the forms on the page of a server', () => {
  it('appear for visitors with an account, and API commands for others', async () => {
    const own = await browser.get(`${path}/badge`)
    expect(actions(own.text)).toEqual(['/claim', '/rescan'])
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(own.text).not.toContain('curl -X POST')
    const open = await anybody.get(`${path}/badge?done=claimed`)
    expect(actions(open.text)).toEqual([])
    expect(open.text).toContain('curl -X POST')
    expect(open.text).not.toContain('The claim was created.')
    await claimed({ verifiedAt: new Date() })
    expect(actions(await page())).toEqual(['/claim/check', '/rescan'])
    expect(actions(await page(`${path}/findings`))).toEqual(['/disputes'])
    expect(actions((await anybody.get(`${path}/findings`)).text)).toEqual([])
  })

  it('create a claim and show the token for the file', async () => {
    const { status, location, words } = await sent('claim')
    expect([status, location]).toEqual([303, `${path}/badge?done=claimed#maintain`])
    const [row] = await sql<
      { token: string }[]
    >`select token from registry_claims where server_id = ${serverId} and account_id = ${owner.accountId}`
    for (const expected of ['The claim was created.', 'Not verified yet.', row?.token ?? 'no claim', 'assay-claim.txt'])
      expect(words, expected).toContain(expected)
  })

  it('start a check of the claim, and reject a second check', async () => {
    await claimed()
    const { status, location, words } = await sent('claim/check')
    expect([status, location]).toEqual([303, `${path}/badge?done=checking#maintain`])
    expect(words).toContain('Assay is checking the claim.')
    await sql`update registry_claims set checked_at = now(), failure = 'no file <b>there</b>'
      where server_id = ${serverId}`
    expect(shown(await page())).toContain('no file <b>there</b>')
    const again = await browser.post(`${path}/claim/check`, { token })
    expect([again.status, Number(again.headers.get('retry-after')) > 0]).toEqual([409, true])
    expect(shown(again.text)).toContain('This claim was checked less than one minute ago.')
    expect(again.text).toContain(`href="${path}/badge#maintain"`)
  })

  it('start a new scan once per hour', async () => {
    const { status, location, words } = await sent('rescan')
    expect([status, location]).toEqual([303, `${path}/badge?done=rescan#maintain`])
    expect(words).toContain('A scan of the current revision has started.')
    expect(
      await sql`select from scans where url like ${`%/formed-${names}`} and status = 'pending'
        and account_id = ${owner.accountId}`,
    ).toHaveLength(1)
    const again = await browser.post(`${path}/rescan`, { token })
    expect(again.status).toBe(409)
    expect(shown(again.text)).toContain('was requested within the last hour')
  })

  it('apply the rate limit of the account', async () => {
    const poor = await api.account('poor', ['scans:read'], 'free')
    const poorBrowser = await signedInByLink(api, poor.accountId)
    const fields = { token: await poorBrowser.token() }
    for (let asked = 0; asked < 100; asked += 1) await poor.call('GET', '/api/v1/account')
    expect((await poorBrowser.post(`${path}/rescan`, fields)).status).toBe(429)
    expect(await sql`select from scans where account_id = ${poor.accountId}`).toHaveLength(0)
  })

  it('publish a dispute with several lines, as browsers send them', async () => {
    await claimed({ verifiedAt: new Date() })
    const { status, location, words } = await sent('disputes', {
      fingerprint: 'the-finding',
      reason: 'The path is checked\r\nbefore it is opened <b>.',
    })
    expect([status, location]).toEqual([303, `${path}/findings?done=disputed`])
    expect(words).toContain('The dispute was opened')
    expect(actions(await page(`${path}/findings`))).not.toContain('/disputes')
    expect(shown((await anybody.get(`${path}/findings`)).text)).toMatch(
      /Disputed by a maintainer: The path is checked\s+before it is opened <b>\./,
    )
  })

  it('show the error of the endpoint', async () => {
    const reason = 'The path is checked before it is opened.'
    const refused = async (deed: string, fields: Record<string, string> = {}) => {
      const { status, text } = await browser.post(`${path}/${deed}`, { token, ...fields })
      return [status, shown(text)]
    }
    expect(await refused('claim/check')).toEqual([
      404,
      expect.stringContaining('The account has not claimed this server.'),
    ])
    expect(await refused('disputes', { fingerprint: 'the-finding', reason })).toEqual([
      403,
      expect.stringContaining('Only verified maintainers of this server'),
    ])
    await claimed({ verifiedAt: new Date() })
    expect(await refused('disputes', { fingerprint: 'the-finding', reason: 'short' })).toEqual([
      400,
      expect.stringContaining('must have at least 20 characters'),
    ])
    expect(await refused('disputes', { fingerprint: 'another', reason })).toEqual([
      404,
      expect.stringContaining('no current finding with this fingerprint'),
    ])
    expect((await browser.post('/servers/nothing/claim', { token })).status).toBe(404)
  })

  it.each(['claim', 'claim/check', 'rescan', 'disputes'])(
    'reject other sites, a missing session token, and signed-out visitors: %s',
    async (deed) => {
      if (deed !== 'claim') await claimed({ verifiedAt: new Date() })
      const fields = { fingerprint: 'the-finding', reason: 'The path is checked before it is opened.' }
      const changed = async () => [
        await sql`select * from registry_claims where server_id = ${serverId}`,
        await sql`select from registry_disputes where server_id = ${serverId}`,
        await sql`select from scans where status = 'pending'`,
        await sql`select from pgboss.job where name = 'check-claim'`,
      ]
      const before = await changed()
      expect(
        (await browser.post(`${path}/${deed}`, { ...fields, token }, { 'sec-fetch-site': 'cross-site' })).status,
      ).toBe(403)
      expect((await browser.post(`${path}/${deed}`, fields)).status).toBe(403)
      const stranger = await signedInByLink(api, (await api.account(`stranger-${names}`)).accountId)
      expect((await browser.post(`${path}/${deed}`, { ...fields, token: await stranger.token() })).status).toBe(403)
      const out = await anybody.post(`${path}/${deed}`, { ...fields, token })
      expect([out.status, out.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/login/)])
      expect(await changed()).toEqual(before)
      expect((await browser.post(`${path}/${deed}`, { ...fields, token })).headers.get('location')).toMatch(/\?done=/)
      expect(await changed()).not.toEqual(before)
    },
  )
})
