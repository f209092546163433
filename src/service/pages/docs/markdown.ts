import type { VNode } from 'preact'
import { html } from '../html.ts'

/** A block of a document. */
type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Maps the target of a link in a document to a URL on the page. Returns undefined to show the text without a link.
 */
export type LinkOf = (address: string) => string | undefined

/**
 * Renders a Markdown document of this project. Supports the syntax that the documents use: headings, paragraphs, lists,
 * tables, code, and links. HTML is shown as text.
 */
export function renderMarkdown(markdown: string, linkOf: LinkOf): VNode[] {
  return blocksOf(markdown.replaceAll('\r\n', '\n').split('\n')).map((block) => rendered(block, linkOf))
}

/** Returns the text of the first heading of a document. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? ''
}

const [fence, heading, item, row] = [/^```/, /^(#{1,4}) (.*)$/, /^(?:[-*]|(\d+)\.) (.*)$/, /^\|(.*)\|$/]

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let at = 0
  const take = (isPart: (line: string) => boolean): string[] => {
    const start = at
    while (at < lines.length && isPart(lines[at] ?? '')) at += 1
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, marks, title] = heading.exec(line) ?? []
    if (line.trim() === '') at += 1
    else if (fence.test(line)) {
      at += 1
      const code = take((each) => !fence.test(each))
      at += 1
      blocks.push({ kind: 'code', text: code.join('\n') })
    } else if (marks !== undefined) {
      at += 1
      blocks.push({ kind: 'heading', level: marks.length, text: title ?? '' })
    } else if (row.test(line)) {
      const rows = take((each) => row.test(each)).map(cellsOf)
      blocks.push({ kind: 'table', rows: rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell))) })
    } else if (item.test(line))
      blocks.push({
        kind: 'list',
        isOrdered: item.exec(line)?.[1] !== undefined,
        items: itemsOf(take((each) => item.test(each) || /^ {2,}\S/.test(each))),
      })
    else
      blocks.push({
        kind: 'text',
        text: take(
          (each) =>
            each.trim() !== '' && !fence.test(each) && !heading.test(each) && !row.test(each) && !item.test(each),
        ).join(' '),
      })
  }
  return blocks
}

/** Returns the cells of a row. A bar in code or after a backslash does not separate cells. */
function cellsOf(line: string): string[] {
  const cells = line.slice(1, -1).match(/(?:\\.|`[^`]*`|[^|\\])+/g) ?? []
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    const start = item.exec(line)
    if (start) items.push(start[2] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items
}

function rendered(block: Block, linkOf: LinkOf): VNode {
  switch (block.kind) {
    case 'heading':
      return html`
        <${`h${block.level}`} id=${anchorOf(block.text)}>${inline(block.text, linkOf)}</${`h${block.level}`}>
      ` as VNode
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>` as VNode
    case 'list':
      return html`
        <${block.isOrdered ? 'ol' : 'ul'}>
          ${block.items.map((text) => html`<li>${inline(text, linkOf)}</li>`)}
        </${block.isOrdered ? 'ol' : 'ul'}>
      ` as VNode
    case 'table': {
      const [head = [], ...body] = block.rows
      return html`
        <div class="scroll" tabindex="0" role="group" aria-label="Table">
          <table>
            <thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, linkOf)}</th>`)}</tr></thead>
            <tbody>
              ${body.map((cells) => html`<tr>${cells.map((cell) => html`<td>${inline(cell, linkOf)}</td>`)}</tr>`)}
            </tbody>
          </table>
        </div>
      ` as VNode
    }
    case 'text':
      return html`<p>${inline(block.text, linkOf)}</p>` as VNode
  }
}

/** Returns the anchor of a heading, by the same rules as GitHub. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

const marks = /(`+)(.+?)\1|\*\*(.+?)\*\*|!?\[([^\]]*)\]\(([^)\s]+)\)/g

function inline(text: string, linkOf: LinkOf): (VNode | string)[] {
  const parts: (VNode | string)[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    const [whole, , code, strong, name, address] = match
    parts.push(text.slice(end, match.index))
    end = match.index + whole.length
    if (code !== undefined) parts.push(html`<code>${code.trim()}</code>` as VNode)
    else if (strong !== undefined) parts.push(html`<strong>${inline(strong, linkOf)}</strong>` as VNode)
    else {
      const href = linkOf(address ?? '')
      parts.push(
        href === undefined
          ? (html`<span>${inline(name ?? '', linkOf)}</span>` as VNode)
          : (html`<a href=${href}>${inline(name ?? '', linkOf)}</a>` as VNode),
      )
    }
  }
  return [...parts, text.slice(end)]
}
