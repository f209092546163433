import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { failScan } from '../../../src/service/db/scans/scans.ts'
import { entityTag, isNamedBy } from '../../../src/service/api/conditional.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice', permissions)

async function endedScan(): Promise<string> {
  const { json } = await alice.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })
  const scanId = String(json.data.scanId)
  await failScan(api.db, scanId, {
    errorCode: 'SOURCE_NOT_FOUND',
    errorMessage: 'gone',
    verdict: 'error',
    completedAt: new Date(),
  })
  return scanId
}

describe('what can be read', () => {
  it('has an entity tag, by which it is 304 as long as it says the same, without a price', async () => {
    const path = `/api/v1/scans/${await endedScan()}`
    const first = await alice.call('GET', path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toContain('Authorization, X-API-Key')
    const second = await alice.call('GET', path)
    expect(second.headers.get('etag')).toBe(tag)
    expect(second.text).not.toBe(first.text)
    for (const named of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const unchanged = await alice.call('GET', path, undefined, { 'if-none-match': named })
      expect([
        unchanged.status,
        unchanged.text,
        unchanged.headers.get('etag'),
        unchanged.headers.get('cache-control'),
      ]).toEqual([304, '', tag, 'private, no-cache'])
      expect(unchanged.headers.get('x-request-id')).toMatch(/^req_/)
    }
    expect((await alice.call('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200)
    const head = await alice.call('HEAD', path, undefined, { 'if-none-match': tag })
    expect([head.status, head.text]).toEqual([304, ''])
    const remaining = async () => Number((await alice.call('GET', path)).headers.get('x-ratelimit-remaining'))
    const before = await remaining()
    for (let times = 0; times < 5; times += 1) await alice.call('GET', path, undefined, { 'if-none-match': tag })
    expect(before - (await remaining())).toBeLessThanOrEqual(2)
  })

  it('has another tag once it says something else', async () => {
    const scanId = await endedScan()
    const tag = (await alice.call('GET', '/api/v1/scans')).headers.get('etag') ?? ''
    expect((await alice.call('GET', '/api/v1/scans', undefined, { 'if-none-match': tag })).status).toBe(304)
    await api.sql`update scans set error_message = 'otherwise' where id = ${scanId}`
    expect((await alice.call('GET', '/api/v1/scans', undefined, { 'if-none-match': tag })).status).toBe(200)
  })

  it('is asked for with a key first, and errors and secrets stay out of caches', async () => {
    const path = `/api/v1/scans/${await endedScan()}`
    expect((await api.anonymous('GET', path, undefined, { 'if-none-match': '*' })).status).toBe(401)
    const error = await alice.call('GET', `${path}/vulnerabilities`, undefined, { 'if-none-match': '*' })
    expect([error.status, error.headers.get('etag'), error.headers.get('cache-control')]).toEqual([
      409,
      null,
      'no-store',
    ])
    const secret = await alice.call('POST', '/api/v1/keys', { name: 'x' })
    expect([secret.headers.get('etag'), secret.headers.get('cache-control')]).toEqual([null, 'no-store'])
    const submitted = await alice.call(
      'POST',
      '/api/v1/scans/url',
      { url: 'https://www.npmjs.com/package/x' },
      { 'if-none-match': '*' },
    )
    expect([submitted.status, submitted.headers.get('cache-control')]).toEqual([202, 'no-store'])
  })
})

it('a document that is the whole body has a strong tag, an answer in the envelope a weak one', () => {
  const strong = entityTag('{}', { isWholeBody: true })
  expect(strong).toMatch(/^"[\w-]{27}"$/)
  expect(entityTag('{}', { isWholeBody: false })).toBe(`W/${strong}`)
  expect([
    isNamedBy(undefined, strong),
    isNamedBy('', strong),
    isNamedBy(strong.slice(1), strong),
    isNamedBy(`W/${strong}`, strong),
  ]).toEqual([false, false, false, true])
})

describe('If-None-Match names a tag', () => {
  const strong = '"abc-_1"'
  it.each([
    ['*', true],
    [strong, true],
    [`W/${strong}`, true],
    [`"x", W/"y" ,${strong}`, true],
    [`"x",W/${strong}`, true],
    [`,,${strong},`, true],
    ['"x", "y"', false],
    ['abc-_1', false],
    [`w/${strong}`, false],
    ['"abc-_1', false],
    [' ,', false],
    ['"*"', false],
  ])('%j: %j', (header, isNamed) => {
    expect([isNamedBy(header, strong), isNamedBy(header, `W/${strong}`)]).toEqual([isNamed, isNamed])
  })

  it('takes no time over 1 MiB', () => {
    const startedAt = performance.now()
    for (const piece of ['"x",', ',', ' ', '"', 'W/'])
      expect(isNamedBy(piece.repeat(2 ** 20 / piece.length), strong)).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
