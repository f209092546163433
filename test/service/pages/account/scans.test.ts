import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { failScan, insertScan } from '../../../../src/service/db/scans/scans.ts'
import { storeScan } from '../../registry/entered-scan.ts'
import { storedFinding } from '../../../support/findings.ts'
import { testApi } from '../../../support/test-api.ts'
import { expectInert, hostile, shown } from '../hostile.ts'
import { signedInByLink } from './browser-like.ts'

const api = await testApi()
const { db } = api
const [owner, other] = [await api.account('owner'), await api.account('other')]
const browser = await signedInByLink(api, owner.accountId)
const npm = (name: string, revision: string) =>
  ({ type: 'npm', canonicalUrl: `https://www.npmjs.com/package/${name}`, revision }) as const

async function waiting(url: string): Promise<string> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  await insertScan(db, {
    id,
    accountId: owner.accountId,
    status: 'pending',
    url,
    target: { type: 'git', repository: url },
    sourceType: 'git',
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    estimatedCompletionAt: new Date(),
  })
  return id
}

describe('the scans of an account', () => {
  it('show an empty state', async () => {
    expect(shown((await browser.get('/account/scans')).text)).toContain('No scans yet')
  })

  it('are listed with result, grade, and report link, only for the account', async () => {
    const complete = await storeScan(db, owner.accountId, {
      source: npm('mine', '1.2.3'),
      findings: [storedFinding({ severity: 'critical' })],
    })
    const secret = await storeScan(db, owner.accountId, {
      source: { type: 'git', canonicalUrl: 'https://git.example/secret', revision: 'c0ffee' },
      isPrivate: true,
    })
    await storeScan(db, other.accountId, { source: npm('theirs', '1.0.0') })
    const failed = await waiting('https://git.example/gone')
    await failScan(db, failed, {
      errorCode: 'SOURCE_NOT_FOUND',
      errorMessage: hostile,
      verdict: 'error',
      completedAt: new Date(),
    })
    const unfinished = await waiting(`https://git.example/${hostile}`)
    const { status, headers, text } = await browser.get('/account/scans')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    for (const id of [complete, secret, failed, unfinished]) expect(text, id).toContain(`href="/scan/${id}"`)
    expect(shown(text)).toMatch(/npmjs\.com\/package\/mine 1\.2\.3 Fail 1 open finding/)
    expect(shown(text)).toContain('SOURCE_NOT_FOUND')
    expect(text).not.toContain('theirs')
    expectInert(text)
    expect((await browser.get(`/scan/${secret}`)).status).toBe(200)
  })

  it('are filtered and shown page by page', async () => {
    for (let number = 0; number < 20; number += 1)
      await storeScan(db, owner.accountId, { source: npm(`many-${number}`, '1.0.0') })
    const rows = async (query: string) =>
      ((await browser.get(`/account/scans${query}`)).text.match(/<a class="name"/g) ?? []).length
    expect([
      await rows(''),
      await rows('?page=2'),
      await rows('?status=failed'),
      await rows('?status=pending'),
      await rows('?status=%00'),
      await rows('?page=99'),
    ]).toEqual([20, 4, 1, 1, 20, 0])
    const [newest, older] = [
      (await browser.get('/account/scans')).text,
      (await browser.get('/account/scans?page=2')).text,
    ]
    expect(newest.match(/<th scope="row"/g)).toHaveLength(20)
    expect(newest).toMatch(/rel="next"[^>]*>Older</)
    expect(older).toMatch(/rel="prev".*?Newer</)
    expect((await browser.get('/account/scans?status=completed')).text).toContain(
      'href="/account/scans?status=completed&amp;page=2"',
    )
  })
})
