/**
 * Returns what GitHub shows as text in Markdown, as CommonMark defines it: without code blocks, code spans, link
 * destinations, and backslash escapes.
 */
export function outsideCode(markdown: string): string {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const marks = /^\s*(`{3,})/.exec(line)?.[1]
    if (fence === undefined && marks !== undefined) fence = marks
    else if (fence === undefined) lines.push(withoutCode(line))
    else if (marks !== undefined && marks.length >= fence.length && line.trim() === marks) fence = undefined
  }
  if (fence !== undefined) throw new Error('a code block does not end')
  return lines.join('\n')
}

/** The same for one line. */
export function withoutCode(markdown: string): string {
  let rest = markdown
  let outside = ''
  while (rest !== '') {
    const [escape] = /^\\[!-/:-@[-`{-~]/.exec(rest) ?? []
    const [code] = /^(`+)(?!`)[^]*?[^`]\1(?!`)/.exec(rest) ?? []
    const [address] = /^\]\(<[^<>]*>\)/.exec(rest) ?? []
    const taken = escape ?? code ?? address ?? rest.slice(0, 1)
    outside += escape ?? (code === undefined ? (address === undefined ? taken : ']') : ' ')
    rest = rest.slice(taken.length)
  }
  return outside
}
