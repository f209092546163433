/** Part of a Markdown text: paragraphs under the same heading, or a code block. */
export interface Block {
  readonly text: string
  /** First line, starting at 1. */
  readonly line: number
  readonly isCode: boolean
  /** True if the heading or line before it announces examples, attacks, or forbidden actions. */
  readonly isShown: boolean
}

/** Headings and lines that introduce examples instead of instructions to the model. */
const showing = new RegExp(
  String.raw`\b(?:never|do not|don't|avoid|not allowed|forbidden|prohibited|must not|should not|anti-?patterns?|` +
    String.raw`bad|wrong|incorrect|unsafe|insecure|vulnerable|dangerous|examples?|red flags?|attack\w*|threats?|` +
    String.raw`malicious|risk\w*|vulnerab\w*|injection\w*|exfiltrat\w*|detect\w*|suspicious|warning signs?|` +
    String.raw`indicators?|pitfalls?|mistakes?|payloads?|exploit\w*|scenarios?|test cases?)\b|[❌🚫⛔✗]`,
  'iu',
)

/** Maximum number of front matter lines. */
const maxFrontMatter = 100

/** Splits a Markdown text at its front matter, headings, and code fences. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  let [from, fence, isShown, isNextShown] = [0, '', false, false]
  const close = (end: number, isCode: boolean): void => {
    const part = lines.slice(from, end).join('\n')
    if (part.trim() !== '')
      blocks.push({ text: part, line: from + 1, isCode, isShown: isShown || (isCode && isNextShown) })
    from = end
  }
  for (const [index, line] of lines.entries()) {
    const mark = /^\s{0,12}(?:[-*>]\s{1,4})?(`{3,20}|~{3,20})/.exec(line)?.[1]
    if (fence !== '') {
      if (mark === undefined || !mark.startsWith(fence) || !/[`~]\s*$/.test(line)) continue
      close(index, true)
      from = index + 1
      fence = ''
    } else if (mark !== undefined) {
      isNextShown = showing.test(lines.slice(Math.max(index - 2, 0), index).join(' '))
      close(index, false)
      from = index + 1
      fence = mark
    } else if (/^#{1,6}\s/.test(line)) {
      close(index, false)
      isShown = showing.test(line)
      close(index + 1, false)
    } else if (index > 0 && index < maxFrontMatter && from === 0 && lines[0]?.trim() === '---' && line.trim() === '---')
      close(index + 1, false)
  }
  close(lines.length, fence !== '')
  return blocks
}
