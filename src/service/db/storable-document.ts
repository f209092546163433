/**
 * The document in a form that jsonb accepts: NUL and lone surrogates, which Postgres rejects, become U+FFFD. Names and
 * paths from scanned projects may contain both. Copies the document only if necessary.
 */
export function storableDocument<Document>(document: Document): Document {
  return isStorable(JSON.stringify(document))
    ? document
    : (JSON.parse(JSON.stringify(document), storableValue) as Document)
}

/** `JSON.stringify` writes NUL and lone surrogates as lowercase escapes, but no other characters of this kind. */
function isStorable(text: string | undefined): boolean {
  return text === undefined || !/\\u(?:0000|d[89a-f])/.test(text)
}

function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{FFFD}') : value
}
