import { describe, expect, it } from 'vitest'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 }

/** Responses of a service without servers. */
describe('an empty registry', () => {
  it('has statistics of nothing', async () => {
    const { status, text, json } = await api.anonymous('GET', '/api/v1/servers/stats')
    expect(status, text).toBe(200)
    expect(json.data).toMatchObject({
      totalServers: 0,
      totalScans: 0,
      averageScore: 0,
      medianScore: 0,
      servers: { byGrade: {}, byCategory: {}, bySourceType: {}, byLanguage: {} },
      vulnerabilities: none,
    })
  })

  it.each([
    '/api/v1/servers',
    '/api/v1/servers?page=3&sort=name&order=desc',
    '/api/v1/servers?category=web&grade=A&language=go&sourceType=npm&status=archived',
    '/api/v1/servers/search?q=mail',
    '/api/v1/servers/search?q=m&category=web',
  ])('answers %s with an empty page', async (path) => {
    const { status, text, json } = await api.anonymous('GET', path)
    expect(status, text).toBe(200)
    expect(json.data).toMatchObject({ servers: [], pagination: { total: 0 } })
  })

  it.each(['/api/v1/servers/npm-mail', '/v0.1/servers/io.example%2Fmail/versions'])('has no %s', async (path) => {
    expect((await api.anonymous('GET', path)).status).toBe(404)
  })

  it('compares none', async () => {
    const account = await api.account('reader')
    expect((await account.call('POST', '/api/v1/servers/compare', { servers: ['npm-mail', 'npm-post'] })).status).toBe(
      404,
    )
  })

  it.each([
    '/v0.1/servers',
    '/v0.1/servers?search=mail&updated_since=2026-01-01T00:00:00Z',
    '/v0.1/servers?search=m&version=latest',
  ])('has nothing at %s', async (path) => {
    const { status, text } = await api.anonymous('GET', path)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ servers: [], metadata: { count: 0 } })
  })

  it.each([
    '/',
    '/?q=mail',
    '/?category=web&page=2',
    '/stats',
    '/advisories',
    '/compare',
    '/sitemap.xml',
    '/sitemap/pages.xml',
  ])('shows %s', async (path) => {
    const { status, text } = await api.anonymous('GET', path)
    expect(status, text.slice(0, 300)).toBe(200)
    expect(text).not.toMatch(/\bNaN\b|\bundefined\b/)
  })
})
