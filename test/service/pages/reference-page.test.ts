import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import { endpoint } from '../../../src/service/api/endpoint.ts'
import { framed } from '../../../src/service/pages/docs/docs-frame.ts'
import { referencePages } from '../../../src/service/pages/docs/reference/reference-page.ts'
import { referencePaths } from '../../../src/service/pages/docs/reference/reference-paths.ts'
import { errorCodesOf } from '../../../src/service/api/reference/responses.ts'
import { docsScript, styleSheet } from '../../../src/service/pages/assets.ts'
import { pageHtml } from '../../../src/service/pages/layout.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const { text: contents, headers, status } = await api.anonymous('GET', '/docs/api')
const pages = new Map<string, string>()
for (const path of referencePaths) pages.set(path, (await api.anonymous('GET', path)).text)
const all = [...pages.values()].join('')
const copyScript = `<script type="module" src="${docsScript.path}"></script>`
const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
const articles = all
  .split('<article ')
  .slice(1)
  .map((text) => text.split('</article>')[0] ?? '')
/** Target of an older link to the single page: the entry with this anchor, and its link. */
const entryOf = (id: string) => new RegExp(`<li id="${id}"><a href="([^"]+)"`).exec(contents)?.[1]

describe('GET /docs/api', () => {
  it('shows every endpoint with path, permission, fields, and errors', () => {
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const { id, method, path, permission, params, query, body, errors, ...rest } of endpoints) {
      const article = articles.find((text) => text.startsWith(`id="${id}">`)) ?? ''
      expect(contents, id).toContain(`${method.toUpperCase()} ${path}`)
      expect(entryOf(id), id).toBe(`/docs/api/${rest.tag}#${id}`)
      if (permission !== 'any key' && permission !== 'anyone')
        expect(article, id).toContain(`<code>${permission}</code>`)
      for (const field of Object.keys({ ...params.shape, ...query.shape, ...body?.shape }))
        expect(article, id).toContain(`<code>${field}</code>`)
      for (const code of errorCodesOf({ ...rest, id, method, path, permission, params, query, body, errors }))
        expect(article, id).toContain(`#${code}`)
    }
  })

  it('loads nothing from other hosts, runs only the copy buttons, and has one cacheable style sheet', async () => {
    expect(all.replaceAll(copyScript, '')).not.toMatch(
      /<script|<iframe|<img|javascript:|\sstyle=|\son\w+=|@import|url\(/i,
    )
    const sheets = [...contents.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(sheets).toEqual([styleSheet.path])
    const sheet = await api.anonymous('GET', sheets[0] ?? '')
    expect([sheet.status, sheet.headers.get('content-type'), sheet.headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect(headers.get('content-security-policy')).toContain("style-src 'self'")
  })

  it('links only to existing anchors and pages', async () => {
    const idsOf = (path: string) =>
      new Set([...(pages.get(path) ?? '').matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
    const links = [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/<a href="([^"]+)"/g)].map((match) => new URL(match[1] ?? '', `https://assay.example${path}`)),
    )
    const inside = links.filter(({ pathname, hash }) => hash !== '' && pages.has(pathname))
    expect(inside.filter(({ pathname, hash }) => !idsOf(pathname).has(hash.slice(1))).map(String)).toEqual([])
    expect(inside.length).toBeGreaterThan(endpoints.length)
    for (const path of new Set(links.filter(({ host }) => host === 'assay.example').map(({ pathname }) => pathname)))
      expect((await api.anonymous('GET', path)).status, path).toBe(200)
    expect((await api.anonymous('GET', '/docs')).text).toContain('href="/docs/api"')
  })

  it('keeps the anchors of groups, events, and schemas', () => {
    for (const anchor of ['scans', 'servers', 'webhooks', 'account', 'keys', 'events', 'shapes'])
      expect(contents, anchor).toContain(`<h2 id="${anchor}"><a href="/docs/api/`)
    expect(entryOf('event-scan\\.completed')).toBe('/docs/api/events#event-scan.completed')
    expect(entryOf('shape-Finding')).toBe('/docs/api/schemas#shape-Finding')
  })

  it('has the common layout and the chosen theme, and supports revalidation', async () => {
    expect(contents).toMatch(/<a href="\/docs" aria-current="page">.*?Docs<\/a>/)
    expect((await api.anonymous('GET', '/docs/api', undefined, { cookie: 'assay_theme=dark' })).text).toMatch(
      /^<!doctype html><html lang="en" data-theme="dark">/,
    )
    expect(
      (await api.anonymous('GET', '/docs/api', undefined, { 'if-none-match': headers.get('etag') ?? '' })).status,
    ).toBe(304)
  })

  it('shows requests that a shell parses correctly', () => {
    const commands = [...all.matchAll(/<code>(curl [^<]*)<\/code>/g)].map((match) => unescaped(match[1] ?? ''))
    expect(commands).toHaveLength(endpoints.length)
    // One shell runs all commands. A function replaces curl and prints its arguments and a separator.
    const script = ["curl() { printf '%s\\0' \"$@\"; printf '\\1'; }", ...commands].join('\n')
    const read = execFileSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ASSAY_KEY: 'mcp_key' },
    })
      .split('\u0001')
      .slice(0, -1)
    expect(read).toHaveLength(commands.length)
    for (const [index, command] of commands.entries()) {
      const words = (read[index] ?? '').split('\0')
      expect(
        words.some((word) => word.startsWith('https://assay.example/api/v1/')),
        command,
      ).toBe(true)
      const body = words[words.indexOf('-d') + 1] ?? ''
      if (words.includes('-d')) expect(() => JSON.parse(body), command).not.toThrow()
    }
  })

  it('shows hostile text as text, and marks deprecated endpoints', () => {
    const hostile = '<script>alert(1)</script>"\''
    const made = endpoint({
      id: 'get-old',
      method: 'get',
      path: '/api/v1/old',
      tag: 'reference',
      summary: hostile,
      description: `${hostile} \`${hostile}\``,
      permission: 'anyone',
      params: z.strictObject({}),
      query: z.strictObject({}),
      body: undefined,
      status: 200,
      data: z.object({}),
      errors: [],
      deprecation: { since: '2027-01-31', sunset: '2027-09-30', guide: 'https://assay.example/new' },
      respond: async () => ({ data: {} }),
    })
    const page = referencePages('https://assay.example', [made]).get('/docs/api/reference')
    const shown = page ? pageHtml(framed(page)) : ''
    expect(shown.replace(copyScript, '')).not.toContain('<script')
    expect(shown).toContain('stops working on 2027-09-30')
    expect(shown).toContain('Requires no API key.')
  })
})
