import { describe, expect, it } from 'vitest'
import { renderMarkdown, titleOf } from '../../../../src/service/pages/docs/markdown.ts'

const rendered = (markdown: string) =>
  renderMarkdown(markdown, (address) => (address.startsWith('gone') ? undefined : `/to/${address}`))

describe('a Markdown document', () => {
  it('shows HTML as text, and has no link that runs a script', () => {
    const { html } = rendered('<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))')
    expect(html).not.toMatch(/<script|<img|href="javascript/)
    expect(html).toContain('&lt;script&gt;')
  })

  it('maps links, and shows the text of a link without a page', () => {
    expect(rendered('[a `b`](x.md) [c](gone.ts) [d](y.md)').html).toBe(
      '<p><a href="/to/x.md">a <code>b</code></a> <span>c</span> <a href="/to/y.md">d</a></p>\n',
    )
    expect(rendered('![a *picture*](x.svg)').html).toBe('<p>a *picture*</p>\n')
  })

  it('has the anchors of GitHub, also for repeated headings', () => {
    const { html, sections } = rendered('# A\n\n## `npm run x`, and É_b\n\ntext\n\n## B\n\n## B\n\n- item `c`\n  next')
    expect(sections.map(({ level, id, body }) => [level, id, body])).toEqual([
      [1, 'a', ''],
      [2, 'npm-run-x-and-é_b', 'text'],
      [2, 'b', ''],
      [2, 'b-1', 'item c next'],
    ])
    expect(html).toContain('<h2 id="b-1">B</h2>')
    expect(rendered('## B\n\n## B\n\n## B-1').sections.map(({ id }) => id)).toEqual(['b', 'b-1', 'b-1-1'])
    expect(titleOf('text\n# The `x` [y](z)')).toBe('The x y')
  })

  it('lets keyboards scroll tables and code', () => {
    const { html } = rendered('| a | b |\n|---|---|\n| `x\\|y` | 2 |\n\n```ts\n<a>\n```')
    expect(html).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    expect(html).toContain('<th scope="col">a</th>')
    expect(html).toContain('<code>x|y</code>')
    expect(html).toContain('<pre tabindex="0"><code>&lt;a&gt;</code></pre>')
  })
})
