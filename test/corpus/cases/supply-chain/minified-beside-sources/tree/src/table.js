import { parseRecords, guessSeparator, summarise } from './csv.js'

const corners = { single: ['┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘'], double: ['╔', '╦', '╗', '╠', '╬', '╣', '╚', '╩', '╝'] }

export function displayWidth(text) {
  let width = 0
  for (const character of text) {
    const code = character.codePointAt(0)
    if (code === 0 || (code >= 0x300 && code <= 0x36f)) continue
    const isWide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xff00 && code <= 0xff60)
    width += isWide ? 2 : 1
  }
  return width
}

export function pad(text, width, alignment) {
  const missing = Math.max(0, width - displayWidth(text))
  if (alignment === 'right') return ' '.repeat(missing) + text
  if (alignment === 'centre') return ' '.repeat(Math.floor(missing / 2)) + text + ' '.repeat(Math.ceil(missing / 2))
  return text + ' '.repeat(missing)
}

export function renderTable(records, options = {}) {
  const names = options.names ?? Object.keys(records[0] ?? {})
  const [topLeft, topMiddle, topRight, left, middle, right, bottomLeft, bottomMiddle, bottomRight] = corners[options.style ?? 'single']
  const cells = records.map((record) => names.map((name) => String(record[name] ?? '')))
  const widths = names.map((name, column) => Math.max(displayWidth(name), ...cells.map((row) => displayWidth(row[column]))))
  const rule = (start, between, end) => start + widths.map((width) => '─'.repeat(width + 2)).join(between) + end
  const line = (row) => '│' + row.map((cell, column) => ` ${pad(cell, widths[column], options.alignments?.[column])} `).join('│') + '│'
  return [rule(topLeft, topMiddle, topRight), line(names), rule(left, middle, right), ...cells.map(line), rule(bottomLeft, bottomMiddle, bottomRight)].join('\n')
}

export function renderMarkdown(records, names = Object.keys(records[0] ?? {})) {
  const escape = (text) => String(text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')
  const head = `| ${names.map(escape).join(' | ')} |`
  const rule = `| ${names.map(() => '---').join(' | ')} |`
  return [head, rule, ...records.map((record) => `| ${names.map((name) => escape(record[name])).join(' | ')} |`)].join('\n')
}

export function report(text, options = {}) {
  const records = parseRecords(text, { separator: options.separator ?? guessSeparator(text) })
  const summary = summarise(records, options.by, options.value)
  return options.format === 'markdown' ? renderMarkdown(summary) : renderTable(summary, { alignments: ['left', 'right', 'right', 'right', 'right', 'right'] })
}
