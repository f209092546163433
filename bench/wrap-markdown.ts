/** Wraps paragraphs and list items at 120 columns. Headings and tables keep their lines. */
export function wrapped(markdown: string): string {
  return markdown
    .split(/\n(?=\n|[-#|]|\d+\. )/)
    .map((block) => {
      const text = block.trim()
      if (/^[#|]/.test(text)) return block
      const indent = ' '.repeat(/^(?:- |\d+\. )/.exec(text)?.[0].length ?? 0)
      return (block.startsWith('\n') ? '\n' : '') + wrappedLine(text, indent)
    })
    .join('\n')
}

function wrappedLine(text: string, indent: string): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (last.length + 1 + word.length <= 120) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}
