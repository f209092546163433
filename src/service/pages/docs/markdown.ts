import MarkdownIt from 'markdown-it'

/**
 * Maps the target of a link in a document to a URL on the page. Returns undefined to show the text without a link.
 */
export type LinkOf = (address: string) => string | undefined

/** A heading of a document. */
export interface Heading {
  readonly level: number
  /** Anchor, by the same rules as GitHub. */
  readonly id: string
  /** Text without markup. */
  readonly text: string
}

/** A heading with the text up to the next heading. */
export interface DocumentSection extends Heading {
  /** Text without markup and code fences. */
  readonly body: string
}

/** A document as HTML. */
export interface RenderedDocument {
  readonly html: string
  readonly sections: readonly DocumentSection[]
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number]

// `html: false` shows HTML in documents as text.
const parser = new MarkdownIt({ html: false })
const { escapeHtml } = parser.utils
parser.renderer.rules = {
  ...parser.renderer.rules,
  table_open: () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>',
  table_close: () => '</table></div>',
  th_open: () => '<th scope="col">',
  td_open: () => '<td>',
  fence: (tokens, index) => codeBlock(tokens[index]?.content ?? ''),
  code_block: (tokens, index) => codeBlock(tokens[index]?.content ?? ''),
  // The page policy allows only images of this service.
  image: (tokens, index) => escapeHtml(tokens[index]?.content ?? ''),
}

/** Renders a Markdown document of this project (CommonMark with tables). */
export function renderMarkdown(markdown: string, linkOf: LinkOf): RenderedDocument {
  const tokens = parser.parse(markdown, {})
  const ids = new Map<string, number>()
  const sections: (Heading & { body: string[] })[] = []
  for (const [index, token] of tokens.entries()) {
    placeLinks(token.children ?? [], linkOf)
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1])
      const id = uniqueId(anchorOf(text), ids)
      token.attrSet('id', id)
      sections.push({ level: Number(token.tag.slice(1)), id, text, body: [] })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      sections.at(-1)?.body.push(plainText(token))
  }
  return {
    html: parser.renderer.render(tokens, parser.options, {}),
    sections: sections.map((section) => ({ ...section, body: section.body.join(' ') })),
  }
}

/** Returns the text of the first heading of a document. */
export function titleOf(markdown: string): string {
  const text = /^# (.+)$/m.exec(markdown)?.[1] ?? ''
  return plainText(parser.parseInline(text, {})[0])
}

function codeBlock(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code.replace(/\n$/, ''))}</code></pre>\n`
}

/** Maps the links of a text. Links without a page become plain text. */
function placeLinks(tokens: readonly Token[], linkOf: LinkOf): void {
  let href: string | undefined
  for (const token of tokens) {
    if (token.type === 'link_open') {
      href = linkOf(String(token.attrGet('href')))
      token.attrs = href === undefined ? null : [['href', href]]
      if (href === undefined) token.tag = 'span'
    } else if (token.type === 'link_close' && href === undefined) token.tag = 'span'
  }
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
}

/** Returns the anchor of a heading, by the same rules as GitHub. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** Numbers repeated anchors from the second one on. */
function uniqueId(anchor: string, ids: Map<string, number>): string {
  const count = ids.get(anchor) ?? 0
  ids.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}
