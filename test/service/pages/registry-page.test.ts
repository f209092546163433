import { describe, expect, it } from 'vitest'
import { visitorsAccount } from '../../../src/engine/model/visitors-account.ts'
import { pageLimits } from '../../../src/service/pages/page-limits.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'
import { expectInert, hostile, shown } from './hostile.ts'

const api = await testApi()
const { db, sql } = api
const read = (path: string, headers: Record<string, string> = {}) => api.anonymous('GET', path, undefined, headers)
const names = (page: string) =>
  [...page.matchAll(/<a class="name" href="[^"]+"><bdi>([^<]*)</g)].map((match) => match[1])
const ownForm = { origin: 'https://assay.example', 'content-type': 'application/x-www-form-urlencoded' }
const submit = (fields: Record<string, string>, headers: Record<string, string> = ownForm) =>
  fetch(`${api.address}/scans`, {
    method: 'POST',
    headers,
    body: String(new URLSearchParams(fields)),
    redirect: 'manual',
  })

const empty = await read('/')
await insertServers(db, [
  serverRow('alpha-postgres', { securityScore: 97, category: 'databases', description: 'Reads tables of a database' }),
  serverRow('beta-postgres', {
    securityScore: 44,
    category: 'databases',
    language: 'python',
    sourceType: 'pypi',
    high: 2,
    status: 'archived',
  }),
  serverRow('gamma', { securityScore: null, category: 'files' }),
  serverRow('hidden', { hiddenAt: new Date() }),
  ...Array.from({ length: 30 }, (_, number) =>
    serverRow(`many ${String(number).padStart(2, '0')}`, { securityScore: 80 }),
  ),
])

describe('the registry', () => {
  it('explains how to add servers to an empty registry', () => {
    expect(empty.status).toBe(200)
    for (const help of ['This registry is empty', 'MCP_REGISTRY_URL=official', 'registry add', 'Scan a project'])
      expect(shown(empty.text)).toContain(help)
  })

  it('lists servers with grade, findings, and the exact total, page by page', async () => {
    const { text } = await read('/')
    expect(text).toContain('<h2 id="total">33 servers</h2>')
    expect(names(text)).toHaveLength(pageLimits.maxServers)
    expect(names(text)[0]).toBe('alpha-postgres')
    expect(shown(text)).toMatch(/Grade A\+ alpha-postgres/)
    const next = /rel="next" href="([^"]+)"/.exec(text)?.[1] ?? ''
    const second = await read(next.replaceAll('&amp;', '&'))
    expect(names(second.text)).toHaveLength(33 - pageLimits.maxServers)
    expect(second.text).toContain('rel="prev"')
    expect(second.text).not.toContain('rel="next"')
    expect(new Set([...names(text), ...names(second.text)]).size).toBe(33)
    expect(text).not.toContain('>hidden<')
  })

  it.each([
    ['/?grade=D', ['beta-postgres']],
    ['/?category=databases&sort=worst', ['beta-postgres', 'alpha-postgres']],
    ['/?source=pypi', ['beta-postgres']],
    ['/?language=python', ['beta-postgres']],
    ['/?status=archived', ['beta-postgres']],
    ['/?q=postgres&sort=name', ['alpha-postgres', 'beta-postgres']],
    ['/?q=databse', ['alpha-postgres']],
    ['/?q=nothing-like-this', []],
    ['/?q=postgres&grade=F', []],
  ])('narrows the list by %s', async (path, expected) => {
    const { status, text } = await read(path)
    expect([status, names(text)]).toEqual([200, expected])
    if (expected.length === 0) expect(shown(text)).toContain('No servers found')
  })

  it.each([
    '/?grade=Z&category=%00&source=x&sort=y&page=-1',
    '/?page=999999',
    '/?q=%00',
    '/?q=%ff',
    `/?q=${'a'.repeat(1_500)}`,
    '/?q=a&page=401',
    '/?q[]=a&q=b',
    '/?category=%27%3B--',
  ])('accepts %s', async (path) => {
    const { status, text } = await read(path)
    expect(status).toBe(200)
    expectInert(text, { isShown: false })
  })

  it('shows a hostile name, description and search as text', async () => {
    const row = serverRow(hostile, {
      slug: 'npm-hostile',
      description: hostile,
      category: 'other',
      language: hostile,
      securityScore: 1,
    })
    await insertServers(db, [row])
    const { text } = await read('/?sort=worst')
    expectInert(text)
    expectInert((await read(`/?q=${encodeURIComponent('<script>alert(1)</script>"')}`)).text, { isShown: false })
    await sql`delete from registry_servers where slug = 'npm-hostile'`
  })

  it('is indexed by search engines without a search, and not with one', async () => {
    const [{ text, headers }, search] = [await read('/'), await read('/?q=postgres')]
    expect(headers.get('x-robots-tag')).toBeNull()
    for (const tag of [
      '<link rel="canonical" href="https://assay.example/"',
      'property="og:title"',
      'name="description"',
    ])
      expect(text).toContain(tag)
    expect(search.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('has a policy that limits loads and forms', async () => {
    const { headers } = await read('/')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';style-src 'self';script-src 'self';connect-src 'self';img-src 'self';font-src 'self';" +
        "base-uri 'none';form-action 'self';frame-ancestors 'none'",
    )
  })
})

describe('the scan form', () => {
  it('starts a scan with public access in the account of visitors, and redirects to it', async () => {
    const answer = await submit({ url: ' https://www.npmjs.com/package/zod ', branch: '' })
    expect(answer.status).toBe(303)
    const [, id] = /^\/scan\/(scan_[\w-]+)$/.exec(answer.headers.get('location') ?? '') ?? []
    const [row] = await sql`select account_id, as_anybody, url, fail_on, webhook from scans where id = ${id ?? ''}`
    expect(row).toEqual({
      account_id: visitorsAccount.id,
      as_anybody: true,
      url: 'https://www.npmjs.com/package/zod',
      fail_on: 'high',
      webhook: null,
    })
    expect((await read(`/scan/${id}`)).status).toBe(200)
  })

  it.each([
    { url: '' },
    { url: 'nonsense' },
    { url: 'https://user:secret@git.example/a/b' },
    { url: 'http://git.example/a/b' },
    { url: 'https://www.npmjs.com/package/zod', branch: 'main' },
    { url: `https://git.example/${'a'.repeat(3_000)}` },
  ])('explains what is wrong with %o, and keeps the input', async (fields) => {
    const answer = await submit(fields)
    const text = await answer.text()
    expect(answer.status).toBe(400)
    expect(text).toMatch(/role="alert">[^<]{20,}</)
    expectInert(text, { isShown: false })
  })

  it('rejects forms of other sites and of unknown origin', async () => {
    const fields = { url: 'https://www.npmjs.com/package/zod' }
    const { 'content-type': type } = ownForm
    const answers = await Promise.all(
      [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        {},
        { 'sec-fetch-site': 'cross-site', origin: 'https://assay.example' },
        { 'sec-fetch-site': 'same-site' },
      ].map((headers) => submit(fields, { 'content-type': type, ...(headers as Record<string, string>) })),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('stops at the limit of a network', async () => {
    const statuses: number[] = []
    for (let count = 0; count <= pageLimits.scansPerNetwork.quarterHour; count += 1)
      statuses.push((await submit({ url: 'https://www.npmjs.com/package/zod' })).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 303).length).toBeGreaterThan(
      pageLimits.scansPerNetwork.quarterHour - 5,
    )
  })
})
