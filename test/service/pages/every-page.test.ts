import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { completeScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { pageLimits } from '../../../src/service/pages/page-limits.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { assets } from '../../../src/service/pages/assets.ts'
import { faultPage, notFoundPage, tooManyPage, unavailablePage } from '../../../src/service/pages/notice-page.ts'
import { pageHtml } from '../../../src/service/pages/layout.ts'
import { createPageCeiling } from '../../../src/service/pages/page-ceiling.ts'
import { servePage } from '../../../src/service/pages/page-routes.ts'
import { visibleLines, visibleText } from '../../../src/service/pages/visible-text.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { enterStored, projectFacts, scannedTool, storeScan } from '../registry/entered-scan.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const { db } = api
const { accountId } = await api.account('whoever-scans')

/** Returns the raw bytes of a response. */
async function bytes(
  path: string,
  encoding: string,
): Promise<{
  readonly status: number | undefined
  readonly encoding: string | undefined
  readonly body: Buffer
  readonly vary: string | undefined
}> {
  return new Promise((resolve, reject) => {
    get(`${api.address}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () =>
          resolve({
            status: response.statusCode,
            encoding: response.headers['content-encoding'],
            vary: response.headers.vary,
            body: Buffer.concat(chunks),
          }),
        )
        .on('error', reject)
    }).on('error', reject)
  })
}

/** Words that compress no better than natural text. */
const words = (count: number) => Array.from({ length: count }, () => randomBytes(3).toString('hex')).join(' ')

const findingsOf = (count: number): Finding[] =>
  Array.from({ length: count }, (_, number) => {
    const common = { id: randomUUID(), fingerprint: randomUUID() }
    if (number % 2 === 0)
      return dependencyFinding(`GHSA-${words(1)}-${words(1)}`, {
        ...common,
        severity: 'medium',
        title: `${words(2)}: ${words(6)}`,
        message: words(20),
      })
    return storedFinding({
      ...common,
      ruleId: 'path-traversal',
      category: 'code',
      severity: 'medium',
      title: words(10),
      message: words(25),
      location: {
        path: `src/${words(1)}/${words(1)}.ts`,
        startLine: number,
        snippet: Array.from({ length: 6 }, () => words(8)).join('\n'),
      },
      trace: Array.from({ length: 6 }, (__, line) => ({
        path: `src/${words(1)}.ts`,
        line: line + 1,
        message: words(8),
      })),
      remediation: words(12),
    })
  })

async function report(findings: readonly Finding[]): Promise<string> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  const coverage: Coverage = {
    detectors: [],
    files: { scanned: 1, bytes: 1, skipped: [] },
    components: { total: 1, method: 'package-lock.json', unresolved: [] },
    advisories: {},
    undecidedAdvisories: 0,
    isolation: 'in-process',
    gaps: Array.from({ length: 100 }, () => words(12)),
  }
  const source = {
    type: 'npm',
    canonicalUrl: 'https://www.npmjs.com/package/server',
    revision: '1.0.0',
    digest: 'sha512-abc',
  } as const
  await insertScan(db, {
    id,
    accountId,
    status: 'pending',
    url: source.canonicalUrl,
    target: { type: 'npm', name: 'server', selector: '1.0.0' },
    sourceType: 'npm',
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    estimatedCompletionAt: new Date(),
  })
  await completeScan(db, id, {
    source,
    canonicalUrl: source.canonicalUrl,
    inventoryDigest: null,
    results: {
      securityScore: 54,
      grade: 'D',
      vulnerabilities: { critical: 0, high: 0, medium: findings.length, low: 0, info: 0, total: findings.length },
      partial: true,
      method: '1',
    },
    verdict: 'partial',
    coverage,
    isPrivate: false,
    completedAt: new Date(),
  })
  await insertFindings(db, id, findings)
  return `/scan/${id}`
}

await insertServers(
  db,
  Array.from({ length: 60 }, (_, number) =>
    serverRow(`server ${number} ${words(2)}`, {
      description: words(60),
      language: `language${number}`,
      critical: 1,
      high: 2,
      medium: 3,
      low: 4,
      info: 5,
    }),
  ),
)
const scanId = await storeScan(db, accountId, {
  source: { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/weighty', revision: '1.0.0' },
  facts: projectFacts(),
  findings: findingsOf(500),
  tools: Array.from({ length: 200 }, (_, number) =>
    scannedTool(`tool_${number}`, {
      description: words(40),
      capabilities: ['reads-files', 'network-egress'],
      parameters: Array.from({ length: 6 }, () => ({ name: words(1), type: 'string', description: words(12) })),
    }),
  ),
})
await enterStored(db, scanId, '1.0.0')
const scanPath = await report(findingsOf(500))

describe('the size of a page', () => {
  const maxBytes = 150 * 1_024

  it.each([
    ['the registry', () => '/'],
    ['a server with 500 findings and 200 tools', () => '/servers/npm-weighty'],
    ['its findings', () => '/servers/npm-weighty/findings'],
    ['its tools', () => '/servers/npm-weighty/tools'],
    ['a report with 500 findings', () => scanPath],
    ['a report with code', () => `${scanPath}?show=code`],
  ])('is below 150 KB for %s, including its assets', async (_name, path) => {
    for (const encoding of ['br', 'gzip']) {
      const page = await bytes(path(), encoding)
      expect([page.status, page.encoding]).toEqual([200, encoding])
      const html = (encoding === 'br' ? brotliDecompressSync(page.body) : gunzipSync(page.body)).toString()
      const loaded = [...html.matchAll(/(?:src|href)="(\/pages\/[^"]+)"/g)].map((match) => match[1] ?? '')
      expect(loaded.length).toBeGreaterThan(1)
      const sizes = await Promise.all(loaded.map(async (asset) => (await bytes(asset, encoding)).body.length))
      expect(page.body.length + sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxBytes)
    }
  })

  it('returns the same page with and without compression', async () => {
    const [plain, br, gzip, none] = await Promise.all([
      bytes('/stats', 'identity'),
      bytes('/stats', 'gzip, deflate, br'),
      bytes('/stats', 'gzip'),
      bytes('/stats', 'nonsense'),
    ])
    expect([plain.encoding, br.encoding, gzip.encoding, none.encoding]).toEqual([undefined, 'br', 'gzip', undefined])
    expect(
      [brotliDecompressSync(br.body), gunzipSync(gzip.body), none.body].every((body) => body.equals(plain.body)),
    ).toBe(true)
    expect(br.vary).toMatch(/Accept-Encoding/)
    for (const asset of assets) {
      const { body, encoding } = await bytes(asset.path, 'br')
      // Fonts are already compressed.
      expect(encoding).toBe(asset.type === 'woff2' ? undefined : 'br')
      expect((encoding === 'br' ? brotliDecompressSync(body) : body).equals(Buffer.from(asset.content))).toBe(true)
    }
  })
})

describe('an unknown URL', () => {
  const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const asked = async (path: string, accept: string | undefined, method = 'GET') => {
    const { status, headers, text } = await api.anonymous(
      method,
      path,
      undefined,
      accept === undefined ? {} : { accept },
    )
    return { status, type: headers.get('content-type')?.split(';')[0], text }
  }

  it('returns the same not-found page to all browsers', async () => {
    const known = await asked('/servers/nothing', browsers)
    for (const path of ['/foo', '/rules/', '/apiary', '/foo?x=<script>', '//evil.example/'])
      expect(await asked(path, browsers), path).toEqual(known)
    expect([known.status, known.type]).toEqual([404, 'text/html'])
    expect(await asked('/foo', browsers, 'HEAD')).toMatchObject({ status: 404, type: 'text/html', text: '' })
  })

  it('returns an API error to programs, and for all paths below /api', async () => {
    for (const [path, accept] of [
      ['/foo', undefined],
      ['/foo', '*/*'],
      ['/foo', 'application/json'],
      ['/foo', 'application/json, text/html;q=0.5'],
      ['/api', browsers],
      ['/api/v1/nothing', browsers],
      ['/api/v1/scans', browsers],
    ] as const) {
      const { status, type, text } = await asked(path, accept)
      expect([type, JSON.parse(text).success], path).toEqual(['application/json', false])
      expect([401, 404], path).toContain(status)
    }
  })
})

describe('the theme', () => {
  const choose = (
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: 'https://assay.example' },
  ) =>
    fetch(`${api.address}/appearance`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(fields),
    })

  it('works without a script, is stored in a cookie, and redirects back', async () => {
    const answer = await choose({ theme: 'dark', back: '/stats?x=1' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/stats?x=1'])
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^assay_theme=dark; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    const page = await api.anonymous('GET', '/stats', undefined, { cookie: 'assay_theme=dark' })
    expect(page.text).toMatch(/^<!doctype html><html lang="en" data-theme="dark">/)
    expect(page.headers.get('vary')).toMatch(/Cookie/)
    expect((await api.anonymous('GET', '/stats', undefined, { cookie: 'assay_theme="><script>' })).text).toMatch(
      /^<!doctype html><html lang="en">/,
    )
    expect((await choose({ theme: 'auto', back: '/' })).headers.get('set-cookie')).toMatch(/^assay_theme=; .*1970/)
  })

  it('redirects to no other site, and rejects forms of other sites', async () => {
    for (const back of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '',
    ])
      expect((await choose({ theme: 'dark', back })).headers.get('location'), back).toBe('/')
    expect((await choose({ theme: 'dark', back: '/' }, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('the page limit', () => {
  const { maxPagesPerSecond, maxBurstPages } = pageLimits.ceiling

  it('never limits 10 pages per second', () => {
    const ceiling = createPageCeiling()
    for (let request = 0; request < 10_000; request += 1) expect(ceiling.take('somebody', request * 101)).toBe(0)
  })

  it('limits only the network that requests more pages, for a moment', () => {
    const ceiling = createPageCeiling()
    const answers = Array.from({ length: maxBurstPages + 1 }, () => ceiling.take('machine', 0))
    expect([answers.filter((seconds) => seconds === 0).length, answers.at(-1)]).toEqual([maxBurstPages, 1])
    expect([ceiling.take('somebody', 0), ceiling.take('machine', 1_000 / maxPagesPerSecond)]).toEqual([0, 0])
  })

  it('responds with a page', async () => {
    const app = express()
    servePage(
      app,
      {
        publicUrl: '',
        log: { error: () => {} },
        ceiling: createPageCeiling({ maxPagesPerSecond: 0.01, maxBurstPages: 1, maxNetworks: 10 }),
      },
      '/page',
      () => notFoundPage,
    )
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answers = []
    for (let count = 0; count < 2; count += 1) answers.push(await fetch(`http://127.0.0.1:${port}/page`))
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [200, null],
      [429, '100'],
    ])
    expect(await answers[1]?.text()).toContain('Too many requests')
    server.closeAllConnections()
    server.close()
  })
})

describe('the page for a temporary problem', () => {
  it.each([
    ['a fault', faultPage],
    ['a database that is away', unavailablePage],
    ['too many pages', tooManyPage],
  ] as const)('offers a reload after a GET request, and asks to send a form again: %s', (_what, page) => {
    const shown = (method: string) => pageHtml(page(method), { publicUrl: '', theme: 'auto', path: '/' })
    for (const method of ['GET', 'HEAD']) expect(shown(method)).toContain('Reload the page')
    expect(shown('POST')).not.toMatch(/reload the page/i)
    expect(shown('POST')).toMatch(/go back.* submit the form again/i)
  })
})

describe('hostile text', () => {
  it('spells out invisible characters and is limited in length', () => {
    expect(visibleText('a\u202eb\u200bc\u3164d\ufe0fe\u2800f\u{e0041}g\u0000h')).toBe(
      'a⟨U+202E⟩b⟨U+200B⟩c⟨U+3164⟩d⟨U+FE0F⟩e⟨U+2800⟩f⟨U+E0041⟩g⟨U+0000⟩h',
    )
    expect(visibleText('⚠\ufe0f é ÿ 中 ع')).toBe('⚠ é ÿ 中 ع')
    expect(visibleText('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxxx…')
    expect(visibleText('\ud800')).toBe('�')
  })

  it('limits combining marks on a letter', () => {
    expect(visibleText(`a${'\u0301'.repeat(6)}b`)).toBe(`a${'\u0301'.repeat(6)}b`)
    expect(visibleText(`a${'\u0301\u{1d167}'.repeat(50)}b`)).toBe(`a${'\u0301\u{1d167}'.repeat(3)}⟨94 more marks⟩b`)
    expect(visibleLines(`a${'\u0336'.repeat(200)}\nb`)).toEqual([`a${'\u0336'.repeat(6)}⟨194 more marks⟩`, 'b'])
    for (const text of ['Tiếng Việt', 'שָׁלוֹם', 'ภาษาไทยนี้', 'བོད་སྐད་', 'क्ष्म्य'])
      expect(visibleText(text.normalize('NFD'))).toBe(text.normalize('NFD'))
  })

  it('splits code at all kinds of line ends and truncates it', () => {
    expect(visibleLines('a\r\n\tb\rc\u2028d')).toEqual(['a', '  b', 'c', 'd'])
    expect(visibleLines(`${'y'.repeat(1_000_000)}\nz`)).toEqual([`${'y'.repeat(220)} …`, '…'])
    expect(visibleLines('1\n'.repeat(100))).toHaveLength(15)
  })
})
