/**
 * Parses the Markdown of check runs into blocks. Supports only the Markdown that `src/engine/reports/check-run` writes.
 */

/** A piece of a line in one style. */
export interface Piece {
  readonly text: string
  readonly style: 'plain' | 'bold' | 'code' | 'link' | 'linked code'
}

export type Block =
  | { readonly kind: 'paragraph' | 'item' | 'folded'; readonly pieces: readonly Piece[] }
  | {
      readonly kind: 'table'
      /** The first row is the header. */
      readonly rows: readonly (readonly (readonly Piece[])[])[]
      readonly isRight: readonly boolean[]
    }

/** Parses a summary. Omits the content of `<details>` elements, which GitHub collapses. */
export function markdownBlocks(markdown: string): Block[] {
  const visible = markdown.replaceAll(
    /<details><summary>(.*?)<\/summary>[^]*?<\/details>/g,
    (_, summary: string) => foldedMark + summary,
  )
  return visible.split(/\n{2,}/).flatMap((text): Block[] => {
    const lines = text.split('\n').filter((line) => line !== '')
    const [first = '', second = ''] = lines
    if (first.startsWith('|')) return [tableOf(lines, second)]
    if (first.startsWith('- ')) return lines.map((line) => ({ kind: 'item', pieces: piecesOf(line.slice(2)) }))
    if (first.startsWith(foldedMark)) return [{ kind: 'folded', pieces: piecesOf(first.slice(foldedMark.length)) }]
    return [{ kind: 'paragraph', pieces: piecesOf(lines.join(' ')) }]
  })
}

const foldedMark = '\u0000'

function tableOf(lines: readonly string[], rule: string): Block {
  return {
    kind: 'table',
    rows: lines.filter((_, index) => index !== 1).map((line) => cellsOf(line).map(piecesOf)),
    isRight: cellsOf(rule).map((cell) => cell.endsWith(':')),
  }
}

const cellsOf = (line: string) =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const inline = /\*\*(?<bold>.+?)\*\*|`(?<code>[^`]+)`|\[(?<link>[^\]]+)\]\([^)]*\)/g

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(inline)) {
    pieces.push({ text: plain(text.slice(end, match.index)), style: 'plain' })
    const [style, content] = Object.entries(match.groups ?? {}).find(([, group]) => group !== undefined) ?? []
    if (style === 'bold') pieces.push({ text: plain(content ?? ''), style })
    if (style === 'link') pieces.push(linkOf(content ?? ''))
    if (style === 'code') pieces.push({ text: content ?? '', style })
    end = match.index + match[0].length
  }
  pieces.push({ text: plain(text.slice(end)), style: 'plain' })
  return pieces.filter((piece) => piece.text !== '')
}

function linkOf(content: string): Piece {
  const [, code] = /^`([^`]+)`$/.exec(content) ?? []
  return code === undefined ? { text: plain(content), style: 'link' } : { text: code, style: 'linked code' }
}

const plain = (text: string) =>
  text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
