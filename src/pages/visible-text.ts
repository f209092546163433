/**
 * A hostile text as a page may show it: what has no shape of its own, or turns the direction of writing, is spelled out, so
 * that a name reads as what it is (https://trojansource.codes). Line breaks and tabs become spaces. Escaping for HTML is the renderer's.
 */
export function visibleText(text: string, longest = 500): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return start
    .toWellFormed()
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

/** An address that a page may link to; undefined for what is no http address, such as `javascript:`. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
