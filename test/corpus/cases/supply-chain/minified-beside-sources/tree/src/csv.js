// Reads and writes comma-separated values after RFC 4180.

const quote = '"'

export class CsvError extends Error {
  constructor(message, line) {
    super(`${message} in line ${line}`)
    this.name = 'CsvError'
    this.line = line
  }
}

export function parseRows(text, options = {}) {
  const separator = options.separator ?? ','
  const rows = []
  let row = []
  let field = ''
  let line = 1
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isQuoted) {
      if (character === quote && text[index + 1] === quote) {
        field += quote
        index += 1
      } else if (character === quote) {
        isQuoted = false
      } else {
        if (character === '\n') line += 1
        field += character
      }
      continue
    }
    if (character === quote) {
      if (field !== '') throw new CsvError('a quote inside of a field', line)
      isQuoted = true
    } else if (character === separator) {
      row.push(field)
      field = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index += 1
      row.push(field)
      rows.push(row)
      row = []
      field = ''
      line += 1
    } else {
      field += character
    }
  }
  if (isQuoted) throw new CsvError('a field does not end', line)
  if (field !== '' || row.length > 0) {
    row.push(field)
    rows.push(row)
  }
  return rows
}

export function parseRecords(text, options = {}) {
  const [header, ...rows] = parseRows(text, options)
  if (header === undefined) return []
  const names = header.map((name) => (options.trim === false ? name : name.trim()))
  return rows.filter((row) => row.length > 1 || row[0] !== '').map((row, index) => {
    if (row.length !== names.length) throw new CsvError(`${row.length} fields instead of ${names.length}`, index + 2)
    const record = {}
    for (let column = 0; column < names.length; column += 1) record[names[column]] = row[column]
    return record
  })
}

export function formatField(value, separator) {
  const text = value === null || value === undefined ? '' : String(value)
  const needsQuotes = text.includes(separator) || text.includes(quote) || text.includes('\n') || text.includes('\r')
  return needsQuotes ? quote + text.replaceAll(quote, quote + quote) + quote : text
}

export function formatRecords(records, options = {}) {
  const separator = options.separator ?? ','
  const names = options.names ?? [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = [names.map((name) => formatField(name, separator)).join(separator)]
  for (const record of records) lines.push(names.map((name) => formatField(record[name], separator)).join(separator))
  return lines.join(options.newline ?? '\r\n') + (options.newline ?? '\r\n')
}

export function guessSeparator(text) {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  let best = ','
  let most = 0
  for (const candidate of [',', ';', '\t', '|']) {
    const count = firstLine.split(candidate).length - 1
    if (count > most) {
      best = candidate
      most = count
    }
  }
  return best
}

export function groupBy(records, name) {
  const groups = new Map()
  for (const record of records) {
    const key = record[name] ?? ''
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [record])
    else group.push(record)
  }
  return groups
}

export function summarise(records, name, value) {
  const summary = []
  for (const [key, group] of groupBy(records, name)) {
    const numbers = group.map((record) => Number(record[value])).filter((number) => Number.isFinite(number))
    const total = numbers.reduce((sum, number) => sum + number, 0)
    summary.push({ [name]: key, count: group.length, total, mean: numbers.length === 0 ? 0 : total / numbers.length, least: Math.min(...numbers), greatest: Math.max(...numbers) })
  }
  return summary.sort((left, right) => right.total - left.total)
}
