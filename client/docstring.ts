/** Maximum width of a line, as in the rest of the sources. */
const maxColumns = 120

/**
 * Returns a docstring of wrapped lines that ends with a line break, or an empty text without a description. Escapes the
 * text so that it cannot end the comment.
 */
export function docstring(text: string | undefined, indent = ''): string {
  if (text === undefined) return ''
  const safe = text.replaceAll('*/', '* /')
  const single = `${indent}/** ${safe} */`
  if (!safe.includes('\n') && single.length <= maxColumns) return `${single}\n`
  const start = `${indent} * `
  const lines = safe.split('\n').flatMap((line) => wrapped(line, maxColumns - start.length))
  return `${indent}/**\n${lines.map((line) => `${start}${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** Splits a line between words. A word longer than `columns` has its own line. */
function wrapped(line: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && longer.length > columns) {
      lines.push(current)
      current = word
    } else current = longer
  }
  return [...lines, current]
}
