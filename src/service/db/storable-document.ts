/**
 * Returns the document in a form that jsonb accepts. Replaces NUL and lone surrogates, which Postgres rejects, with
 * U+FFFD. Names and paths in scanned projects may contain both. Copies the document only if necessary.
 */
export function storableDocument<Document>(document: Document): Document {
  return isStorable(JSON.stringify(document))
    ? document
    : (JSON.parse(JSON.stringify(document), storableValue) as Document)
}

/** Returns the JSON text of a document, in a form that jsonb accepts. */
export function storableText(document: unknown): string {
  const text = JSON.stringify(document)
  return isStorable(text) ? text : JSON.stringify(JSON.parse(text, storableValue))
}

/**
 * Reports whether a JSON text contains neither NUL nor lone surrogates. `JSON.stringify` writes both as lowercase `\u`
 * escapes, and writes no other characters in that form.
 */
function isStorable(text: string | undefined): boolean {
  return text === undefined || !/\\u(?:0000|d[89a-f])/.test(text)
}

function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{FFFD}') : value
}
