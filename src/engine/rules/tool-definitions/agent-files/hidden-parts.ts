/** Part of a Markdown text that is not displayed, with the offset of its content. */
export interface HiddenPart {
  readonly text: string
  readonly offset: number
}

const footnote = /\[(?:\/\/|comment)\]: ?(?:#|<>)\s{0,3}[("']([^\n]{0,1000})[)"']/g
const unseen = new RegExp(
  String.raw`<\w{1,20}\s[^<>]{0,200}?(?:display:\s{0,3}none|visibility:\s{0,3}hidden|font-size:\s{0,3}0|` +
    String.raw`opacity:\s{0,3}0(?![.\d])|color:\s{0,3}(?:white|transparent)\b)[^<>]{0,200}>([^<]{1,2000})`,
  'gi',
)

/** Maximum length of a comment, in UTF-16 code units. */
const maxLength = 4_000

/** Returns the comments and the elements hidden by a style. */
export function hiddenParts(text: string): HiddenPart[] {
  const parts: HiddenPart[] = []
  for (let at = text.indexOf('<!--'); at >= 0;) {
    const end = text.indexOf('-->', at + 4)
    parts.push({ text: text.slice(at + 4, Math.min(end < 0 ? text.length : end, at + maxLength)), offset: at + 4 })
    at = end < 0 ? -1 : text.indexOf('<!--', end + 3)
  }
  for (const pattern of [footnote, unseen])
    for (const match of text.matchAll(pattern))
      parts.push({ text: match[1] ?? '', offset: match.index + match[0].indexOf(match[1] ?? '') })
  return parts
}
