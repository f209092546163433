import { apiErrors } from '../../../src/service/api/api-error.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { documentPaths } from '../../../src/service/pages/docs/documents.ts'
import { referencePaths } from '../../../src/service/pages/docs/reference/reference-paths.ts'
import { pageHtml } from '../../../src/service/pages/layout.ts'
import { rulePage } from '../../../src/service/pages/rules/rule-page.ts'
import { predicateTypeOf } from '../../../src/service/registry/receipts/statement.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'
import { expectInert, hostile, shown } from './hostile.ts'

// For the rate limit, each request is a minute after the one before. The test reads more pages than the limit allows.
let clock = Date.now()
const api = await testApi({ now: () => new Date((clock += 60_000)) })
const { db, sql } = api
/** Reads a page. Waits as a client does if a fast machine reads more pages than one network may read in a second. */
async function read(path: string): ReturnType<typeof api.anonymous> {
  const answer = await api.anonymous('GET', path)
  if (answer.status !== 429) return answer
  await pause(Number(answer.headers.get('retry-after')) * 1_000)
  return read(path)
}
/** Returns the text outside code. A backtick in it means that markup was not rendered. */
const prose = (page: string) => shown(page.replaceAll(/<(pre|code)\b[^]*?<\/\1>/g, ''))

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

describe('the pages of rules', () => {
  const rules = detectors.flatMap((detector) => detector.rules)

  const idsIn = (text: string) => [...text.matchAll(/href="\/rules\/([a-z0-9-]+)"/g)].map(([, id]) => String(id))
  /** Returns the IDs on all pages of a list, by following the links to the next page. */
  const listed = async (query: string): Promise<string[]> => {
    const { text } = await read(`/rules${query}`)
    const next = /rel="next" href="\/rules([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    return [...idsIn(text), ...(next === undefined ? [] : await listed(next))]
  }

  it('lists every rule once on pages of at most 40, and has a page per rule with inert examples', async () => {
    expect(idsIn((await read('/rules')).text)).toHaveLength(40)
    expect((await read(`/rules/${rules[0]?.id}`)).status).toBe(200)
    const all = await listed('')
    expect(all.toSorted()).toEqual(rules.map(({ id }) => id).toSorted())
    expect(shown((await read('/rules?page=999')).text)).toContain('This page of the list is empty.')
    for (const { id, title, examples } of rules) {
      const page = rulePage(id)
      const html = page === undefined ? '' : pageHtml(page)
      expect(shown(html), id).toContain(title.replaceAll(/\s+/g, ' '))
      expect(html.match(/<div class="example">/g), id).toHaveLength(examples.bad.length + examples.good.length)
      expect(html, id).not.toMatch(/<script|\p{Cf}/u)
      expect(prose(html), id).not.toContain('`')
    }
  })

  it('lists the rules that match all filters, and ignores unknown values', async () => {
    const ids = (matches: (rule: (typeof rules)[number]) => boolean) => rules.filter(matches).map(({ id }) => id)
    const sorted = (texts: readonly unknown[]) => texts.map(String).toSorted()
    expect(sorted(await listed('?category=code'))).toEqual(sorted(ids(({ category }) => category === 'code')))
    expect(sorted(await listed('?cwe=CWE-78&severity=critical'))).toEqual(
      sorted(ids(({ cwe, severity }) => cwe.includes('CWE-78') && severity === 'critical')),
    )
    expect(await listed('?q=Command+INJECTION&category=code')).toContain('command-injection')
    expect(await listed('?q=no+such+rule')).toEqual([])
    const ofPython = await listed('?language=python')
    expect(ofPython).toContain('debug-mode')
    expect(await listed('?language=javascript')).not.toContain('debug-mode')
    expect(
      sorted([...ofPython, ...(await listed('?language=javascript'))].filter((id, at, all) => all.indexOf(id) === at)),
    ).toEqual(sorted(ids(({ category }) => category === 'code')))
    expect((await read('/rules?q=no+such+rule')).text).toContain('<a href="/rules">Show all rules</a>')
    expect(await listed('?category=nothing&severity=&cwe=%00&q[]=x')).toHaveLength(rules.length)
    expectInert((await read(`/rules?q=${encodeURIComponent(hostile)}`)).text, { isShown: false })
    expect(await listed(`?q=${'a'.repeat(5_000)}`)).toEqual([])
  })

  it('shows how many reviewed findings were right, and says when none was reviewed', async () => {
    const reviewed = shown((await read('/rules/command-injection')).text)
    expect(reviewed).toContain('31 of 34 reviewed findings were right. 3 were doubtful and 0 wrong.')
    expect(reviewed).not.toContain('The number is small')
    expect(shown((await read('/rules/startup-hook')).text)).toMatch(
      /1 of 1 reviewed finding was right. The number is small/,
    )
    expect(shown((await read('/rules/debug-mode')).text)).toContain('No finding of this rule')
    expect(shown((await read('/rules?q=command-injection')).text)).toMatch(/high ?, 31 of 34 right/)
  })

  it('has no page for an unknown rule', async () => {
    for (const id of ['nothing', '%00', '__proto__', '<script>'])
      expect((await read(`/rules/${id}`)).status, id).toBe(404)
  })
})

describe('statistics', () => {
  it('are exact and link to the counted servers', async () => {
    const { text } = await read('/stats')
    expect(shown(text)).toMatch(/3 servers .* 44 median score/)
    expect(shown(text)).toMatch(/A\+ 1 .*Servers by category/)
    expect(text).toContain('href="/?grade=A%2B"')
    expectInert(text, { isShown: false })
    expect(shown(text)).toContain('<script>alert(1)</script>')
  })
})

describe('the documentation', () => {
  it('has a page per document, and all links work', async () => {
    const index = await read('/docs')
    for (const path of ['/docs/api', '/docs/errors', ...documentPaths])
      expect(index.text, path).toContain(`href="${path}"`)
    const checked = new Set<string>()
    for (const path of documentPaths) {
      const { status, text } = await read(path)
      expect([status, text.match(/<h1[ >]/g)?.length], path).toEqual([200, 1])
      const links = [...text.matchAll(/<a href="(\/[^"#]*)/g)].map((match) => match[1] ?? '')
      for (const link of new Set(links).difference(checked))
        expect([200, 303], link).toContain((await fetch(`${api.address}${link}`, { redirect: 'manual' })).status)
      for (const link of links) checked.add(link)
      expect(text.slice(text.indexOf('<main')).replaceAll(/<(pre|code)\b[^]*?<\/\1>/g, ''), path).not.toMatch(
        /\]\(|<script/,
      )
      expect(prose(text), path).not.toContain('`')
    }
    for (const path of referencePaths) expect(prose((await read(path)).text), path).not.toContain('`')
  })
})

describe('the errors of the API', () => {
  it('are a page with an anchor per code for browsers, and Markdown for programs', async () => {
    const asked = (accept: string) => fetch(`${api.address}/docs/errors`, { headers: { accept } })
    const answer = await asked('text/html,application/xhtml+xml,*/*;q=0.8')
    const page = await answer.text()
    for (const code of Object.keys(apiErrors)) expect(page).toContain(`<section id="${code}">`)
    expectInert(page, { isShown: false })
    expect(prose(page)).not.toContain('`')
    for (const { headers } of [answer, await asked('text/markdown')])
      expect(headers.get('vary')?.split(', ')).toContain('Accept')
    expect(answer.headers.get('vary')?.split(', ').toSorted()).toEqual(['Accept', 'Accept-Encoding', 'Cookie'])
    expect((await asked('*/*')).headers.get('content-type')).toMatch(/^text\/markdown/)
    expect((await asked('text/markdown')).headers.get('content-type')).toMatch(/^text\/markdown/)
  })
})

describe('the predicate type of receipts', () => {
  it('redirects to its documentation', async () => {
    const answer = await fetch(predicateTypeOf(api.address), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs/registry'])
    expect(shown((await read('/docs/registry')).text)).toContain('Receipts')
  })
})

describe('advisories', () => {
  it('show an empty state, and return 404 for an unknown id', async () => {
    const { status, text } = await read('/advisories')
    expect([status, shown(text).includes('No recent advisories')]).toEqual([200, true])
    for (const id of ['GHSA-none', '%00', '%ff', '<script>', 'a'.repeat(1_000)])
      expect((await read(`/advisories/${id}`)).status, id).toBe(404)
    const found = await fetch(`${api.address}/advisories/find?id=${encodeURIComponent(' ../x//evil.example ')}`, {
      redirect: 'manual',
    })
    expect([found.status, found.headers.get('location')]).toEqual([303, '/advisories/..%2Fx%2F%2Fevil.example'])
  })

  it('show the affected servers, and hostile text as inert text', async () => {
    const [server] = await sql<{ id: string }[]>`select id from registry_servers where slug = 'npm-hostile'`
    await sql`insert into advisory_activity (advisory_id, at, aliases, url, summary, severity)
      values ('GHSA-aaaa-bbbb-cccc', now(), ${[hostile, 'CVE-2026-10001']}, 'javascript:alert(4)', ${hostile}, 'high')`
    await sql`insert into advisory_effects (advisory_id, at, change, severity, score_before, score_after, server_id)
      values ('GHSA-aaaa-bbbb-cccc', now(), 'opened', 'high', 92, 52, ${server?.id ?? ''})`
    const [feed] = await sql<
      { id: number }[]
    >`insert into advisory_feeds ${sql({ base: 'https://osv.example', ecosystem: 'npm' })} returning id`
    await sql`insert into advisories (feed_id, id, modified, digest, document)
      values (${feed?.id ?? 0}, 'GHSA-aaaa-bbbb-cccc', now(), 'x',
      ${JSON.stringify({
        id: 'GHSA-aaaa-bbbb-cccc',
        summary: `${hostile} in \`merge\``,
        details: hostile,
        aliases: [hostile, 'CVE-2026-10001'],
        published: '2026-01-01T00:00:00Z',
        references: [
          { type: 'WEB', url: 'javascript:alert(5)' },
          { type: 'FIX', url: 'https://example.com/fix' },
        ],
      })}::text::jsonb)`
    const entry = { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.6' }] }] }
    await sql`insert into advisory_affected (feed_id, advisory_id, ecosystem, package_name, entry)
      values (${feed?.id ?? 0}, 'GHSA-aaaa-bbbb-cccc', 'npm', 'flawed', ${JSON.stringify(entry)}::text::jsonb)`
    await sql`insert into known_exploited (cve, added_at, ransomware) values ('CVE-2026-10001', '2026-01-02', false)`
    const list = await read('/advisories')
    expect(shown(list.text)).toMatch(/: affected, Grade A 92 → Grade D 52/)
    expectInert(list.text)
    const page = await read('/advisories/GHSA-aaaa-bbbb-cccc')
    expect(page.status).toBe(200)
    expectInert(page.text)
    expect(page.text).toContain('<code>merge</code>')
    expect(shown(page.text)).toMatch(/flawed npm 1\.2\.6 /)
    expect(shown(page.text)).toContain(
      'CVE-2026-10001 is in the CISA catalog of known exploited vulnerabilities since 2 Jan 2026.',
    )
    expect(shown(page.text)).toContain('Published 1 Jan 2026')
    expect(page.text).toContain('href="https://example.com/fix"')
    for (const [query, count] of [
      ['?severity=high', 1],
      ['?severity=low', 0],
      ['?ecosystem=npm&exploited=1', 1],
      ['?ecosystem=PyPI', 0],
      ['?q=ghsa-AAAA', 1],
      ['?q=cve-2026-10001', 1],
      ['?q=%25', 0],
      ['?q=nothing', 0],
      ['?ecosystem=%00&severity[]=x&q=%00', 1],
    ] as const)
      expect((await read(`/advisories${query}`)).text.match(/href="\/advisories\/GHSA/g) ?? [], query).toHaveLength(
        count,
      )
    expectInert((await read(`/advisories?q=${encodeURIComponent(hostile)}`)).text)
  })
})

describe('the sitemap and robots.txt', () => {
  it('lists every page and every public server', async () => {
    const index = await read('/sitemap.xml')
    const parts = [...index.text.matchAll(/<loc>https:\/\/assay\.example(\/sitemap\/[\w-]+\.xml)<\/loc>/g)].map(
      (match) => match[1] ?? '',
    )
    expect([index.headers.get('content-type'), parts]).toEqual([
      'application/xml; charset=utf-8',
      ['/sitemap/pages.xml', '/sitemap/servers-1.xml'],
    ])
    const servers = await read('/sitemap/servers-1.xml')
    expect(
      [...servers.text.matchAll(/<loc>[^<]*\/servers\/([^<]*)<\/loc>/g)].map((match) => match[1]).toSorted(),
    ).toEqual(['npm-alpha', 'npm-beta', 'npm-hostile'])
    expect((await read('/sitemap/pages.xml')).text).toContain(
      '<loc>https://assay.example/rules/command-injection</loc>',
    )
    for (const path of ['/sitemap/servers-2.xml', '/sitemap/servers-0.xml', '/sitemap/servers-x.xml'])
      expect((await read(path)).status, path).toBe(404)
    for (const { headers } of [index, servers]) expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('allow reports, which have a noindex tag', async () => {
    const { text } = await read('/robots.txt')
    expect(text).toContain('Sitemap: https://assay.example/sitemap.xml')
    expect(text.split('\n').filter((line) => line.startsWith('Disallow:'))).toEqual([
      'Disallow: /account',
      'Disallow: /api/',
      'Disallow: /compare',
    ])
  })
})
