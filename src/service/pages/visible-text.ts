/**
 * A hostile text as a page may show it: what has no shape of its own, or turns the direction of writing, is spelled
 * out, so that a name reads as what it is (https://trojansource.codes). Line breaks and tabs become spaces. Escaping
 * for HTML is the renderer's.
 */
export function visibleText(text: string, longest = 500): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return spelledOut(start.toWellFormed().replaceAll(/[\t\n\r]+/g, ' '))
}

/**
 * Lines of code as a page may show them: as many as are asked for, each cut, what hides spelled out, tabs as two
 * spaces. Lines end as Unicode says, so that nothing hides behind a carriage return.
 */
export function visibleLines(
  code: string,
  { lines = 14, characters = 220 }: { readonly lines?: number; readonly characters?: number } = {},
): string[] {
  const all = code.slice(0, maxCodeLength).split(/\r\n|[\n\r\u2028\u2029]/, lines + 1)
  const shown = all
    .slice(0, lines)
    .map((line) =>
      spelledOut(
        (line.length > characters ? `${line.slice(0, characters)} …` : line).toWellFormed().replaceAll('\t', '  '),
      ),
    )
  return all.length > lines || code.length > maxCodeLength ? [...shown, '…'] : shown
}

/** What is looked at of a text that may be one line of megabytes. */
const maxCodeLength = 100_000

/**
 * Controls, formats, what is not assigned, and everything that is drawn as nothing: fillers that are letters by their
 * class, selectors of variants, the blank of Braille. After a picture a selector is part of it.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** More marks on one letter than any writing has pile up over the lines around it. */
const piledMarks = /(\p{M}{6})(\p{M}+)/gu

function spelledOut(text: string): string {
  return text
    .replaceAll(/(\p{Extended_Pictographic})\uFE0F/gu, '$1')
    .replaceAll(
      unseen,
      (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
    .replaceAll(piledMarks, (_, shown: string, more: string) => `${shown}⟨${[...more].length} more marks⟩`)
}

/** An address that a page may link to; undefined for what is no http address, such as `javascript:`. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
