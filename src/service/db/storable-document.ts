/**
 * The same document as jsonb takes it: NUL and lone surrogates, which Postgres refuses, become U+FFFD.
 * Names and paths come from scanned projects, so they may hold either. Costs a copy only where one is there.
 */
export function storableDocument<Document>(document: Document): Document {
  return isStorable(JSON.stringify(document))
    ? document
    : (JSON.parse(JSON.stringify(document), storableValue) as Document)
}

/** `JSON.stringify` writes NUL and lone surrogates, and no other character of these, as lower-case escapes. */
function isStorable(text: string | undefined): boolean {
  return text === undefined || !/\\u(?:0000|d[89a-f])/.test(text)
}

function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{FFFD}') : value
}
