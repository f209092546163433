import { describe, expect, it } from 'vitest'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'
import { expectInert, hostile, shown } from './hostile.ts'

const api = await testApi()
const { db } = api
const read = (path: string) => api.anonymous('GET', path)

await insertServers(db, [
  serverRow('alpha', {
    slug: 'npm-alpha',
    securityScore: 97,
    critical: 0,
    quality: 80,
    stars: 10,
    category: 'databases',
  }),
  serverRow('beta', { slug: 'npm-beta', securityScore: 44, critical: 2, language: 'python' }),
  serverRow(hostile, {
    slug: 'npm-hostile',
    securityScore: 12,
    language: hostile.slice(0, 50),
    category: 'other',
    description: hostile,
  }),
  serverRow('hidden', { slug: 'npm-hidden', hiddenAt: new Date() }),
])

describe('comparing servers', () => {
  it('shows servers side by side and marks the best values', async () => {
    const { status, text } = await read('/compare?servers=npm-alpha,npm-beta')
    expect(status).toBe(200)
    expect(shown(text)).toMatch(/Critical findings 0 best 2 /)
    expect(shown(text)).toMatch(/Quality score \(0–100\) 80 no data/)
    expect(text).toContain('href="/compare?servers=npm-beta"')
    expect(text).toMatch(/<tr class="differs"><th scope="row">Critical findings/)
    expect(text).toMatch(/<tr><th scope="row">Status/)
  })

  it('lists unknown servers, removes duplicates, and compares at most four servers', async () => {
    const { text } = await read('/compare?servers=npm-alpha,npm-alpha,npm-nothing,npm-hidden,npm-beta')
    expect(shown(text)).toMatch(/Not found in the registry: npm-nothing , npm-hidden \./)
    expect(text.match(/<th scope="col"/g)).toHaveLength(2)
    expect(
      (await read('/compare?servers=npm-alpha,npm-1,npm-2,npm-3,npm-beta')).text.match(/<th scope="col"/g),
    ).toHaveLength(1)
    for (const query of ['', '?servers=', '?servers=%00,%ff,<script>', `?servers=${'a,'.repeat(900)}`])
      expect((await read(`/compare${query}`)).status, query).toBe(200)
    expectInert((await read('/compare?servers=npm-hostile,npm-alpha')).text)
  })
})

describe('choosing servers to compare', () => {
  const offers = async (query: string) =>
    [...(await read(`/compare${query}`)).text.matchAll(/href="\/compare\?servers=([^"]*)"/g)].map(([, slugs]) => slugs)

  it('searches the registry, and adds what is chosen to the comparison', async () => {
    expect(await offers('?q=beta')).toEqual(['npm-beta'])
    expect(await offers('?q=beta&servers=npm-alpha')).toEqual(['npm-alpha%2Cnpm-beta'])
    // A server that is already compared is not suggested again.
    expect(await offers('?q=beta&servers=npm-beta')).toEqual([])
    expect(shown((await read('/compare?q=zzzzqq')).text)).toContain('No other server matches “ zzzzqq ”.')
    expect(await offers('?q=hidden')).toEqual([])
  })

  it('offers the best servers in the category of the last server', async () => {
    await insertServers(db, [serverRow('gamma', { slug: 'npm-gamma', securityScore: 99, category: 'databases' })])
    const { text } = await read('/compare?servers=npm-alpha')
    expect(shown(text)).toContain('Best in the category Databases')
    expect(await offers('?servers=npm-alpha')).toEqual(['npm-alpha%2Cnpm-gamma'])
  })

  it('shows a hostile search and a hostile name as inert text', async () => {
    expectInert((await read(`/compare?q=${encodeURIComponent(hostile)}`)).text)
    expectInert((await read('/compare?q=alert')).text, { isShown: false })
  })

  it('is linked in the footer, and the list of servers has the address that people type', async () => {
    const footer = /<footer.*<\/footer>/s.exec((await read('/')).text)?.[0] ?? ''
    const links = [...footer.matchAll(/href="([^"]+)"/g)].map(([, path]) => String(path))
    expect(links).toContain('/compare')
    for (const path of links) expect((await read(path)).status, path).toBe(200)
    const moved = await fetch(`${api.address}/servers`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/'])
  })
})
