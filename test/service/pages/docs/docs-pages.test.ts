import { existsSync, globSync } from 'node:fs'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { docsSections, documents, fileOf, pathOf } from '../../../../src/service/pages/docs/catalogue.ts'
import { docsFrame, framed } from '../../../../src/service/pages/docs/docs-frame.ts'
import { docsPage, documentPage } from '../../../../src/service/pages/docs/docs-pages.ts'
import { documentPaths, titles } from '../../../../src/service/pages/docs/documents.ts'
import { searchDocs } from '../../../../src/service/pages/docs/search/docs-search.ts'
import { searchPage } from '../../../../src/service/pages/docs/search/search-page.ts'
import { pageHtml } from '../../../../src/service/pages/layout.ts'
import { expectInert, hostile, shown } from '../hostile.ts'

describe('the catalogue', () => {
  it('lists every document once, with a title and a unique path', () => {
    const files = new Set(documents.map(({ file }) => file))
    expect(globSync('docs/**/*.md').filter((file) => !files.has(file))).toEqual([])
    expect(documents.every((entry) => existsSync(fileOf(entry)))).toBe(true)
    const paths = docsSections.flatMap(({ entries }) => entries.map(pathOf))
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths) expect(titles.get(path), path).toMatch(/\w/)
  })
})

describe('the frame', () => {
  it('marks the current page, and links to its sections and neighbors', () => {
    const page = documentPage('/docs/webhooks')
    const html = page ? pageHtml(framed(page)) : ''
    expect(html.match(/<a href="[^"]+" aria-current="page">(?!<svg)[^<]*/g)).toEqual([
      '<a href="/docs/webhooks" aria-current="page">Webhooks',
    ])
    expect(html).toMatch(/<nav aria-label="On this page" tabindex="0">.*<a href="#verify-signatures">/)
    const [before, after] = [documentPaths.indexOf('/docs/webhooks') - 1, documentPaths.indexOf('/docs/webhooks') + 1]
    expect(html).toContain(`<a href="${documentPaths[before]}" rel="prev">`)
    expect(html).toContain(`<a href="${documentPaths[after]}" rel="next">`)
    expect(render(docsFrame({ path: '/docs', title: '', content: '' }, { isStatic: true }) as VNode)).not.toContain(
      'docs-search',
    )
  })

  it('starts with what readers want to do', () => {
    const html = pageHtml(framed(docsPage()))
    const tasks = /<ul class="docs-tasks">.*?<\/ul>/.exec(html)?.[0] ?? ''
    expect([...tasks.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual([
      '/docs/repository-owners',
      '/docs/workflow-authors',
      '/docs/api-users',
      '/docs/operators',
      '/docs/server-maintainers',
    ])
  })
})

describe('the search', () => {
  const addresses = (query: string) => searchDocs(query).hits.map(({ address }) => address)

  it('finds sections, rules, endpoints, and errors, headings first', () => {
    expect(addresses('verify signatures')[0]).toBe('/docs/webhooks#verify-signatures')
    expect(addresses('command-injection')).toContain('/rules/command-injection')
    expect(addresses('create a scan')).toContain('/docs/api/scans#create-scan')
    expect(addresses('RATE_LIMITED')).toContain('/docs/errors#RATE_LIMITED')
    expect(addresses('ASSAY_SECRET').some((address) => address.startsWith('/docs/settings'))).toBe(true)
    expect(addresses('webhooks nosuchword')).not.toEqual([])
    expect([addresses(''), addresses('?!'), addresses('zzzzqq')]).toEqual([[], [], []])
    expect(addresses('NOT_FOUND')[0]).toBe('/docs/errors#NOT_FOUND')
    // The query names one setting. Its parts, such as "data", also find it.
    expect(addresses('ASSAY_DATA_DIR').some((address) => address.startsWith('/docs/settings'))).toBe(true)
    expect(addresses('ASSAY_DATA_DIR').length).toBeLessThan(15)
    expect(addresses('grade changed')).toContain('/docs/webhooks#servergrade_changed')
    expect(addresses('token\u00ad')).toEqual(addresses('token'))
  })

  it('counts all results, and says if no part contains all words', () => {
    const text = (query: string) => shown(pageHtml(searchPage(query))).replaceAll(/\s+/g, ' ')
    expect(searchDocs('scan').hits).toHaveLength(20)
    expect(text('scan')).toMatch(/\b\d{2,} results for “scan”\. These are the first 20\./)
    expect(text('webhooks nosuchword')).toContain(
      'No part of the documentation contains all words of “webhooks nosuchword”.',
    )
  })

  it('marks the words in the heading and the excerpt', () => {
    const {
      hits: [hit],
    } = searchDocs('verify signatures')
    expect(hit?.heading.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(['Verify', 'signatures'])
    const html = pageHtml(searchPage('verify signatures'))
    expect(html).toContain('<mark>Verify</mark>')
    expect(html).toMatch(/name="q" value="verify signatures"/)
    expect(html).toContain('noindex')
  })

  it('shows hostile queries as text, and bounds their work', () => {
    expectInert(pageHtml(searchPage(hostile)))
    expect(shown(pageHtml(searchPage(['a', 'b'])))).toContain('Enter a word')
    searchDocs('warm')
    const start = performance.now()
    for (const query of ['a'.repeat(1_000_000), 'a b '.repeat(100_000), '\ud800 \u0000 %', 'e s t a i n r o'])
      pageHtml(searchPage(query))
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
