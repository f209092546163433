/** Characters that start a run of styled letters or of character references. */
const mayBeStyled = /[\uff10-\uff5a\ud835\\&]/

/** Full-width and mathematical letters: `Ｉｇｎｏｒｅ`, `𝐈𝐠𝐧𝐨𝐫𝐞`. Full-width punctuation belongs to other languages. */
const styled =
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a][\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u3000\uff0c\uff0e]*|[\u{1d400}-\u{1d7ff}]+/gu

/** Runs of references to characters. Shorter runs name single characters: `&#38;`, `\u0026`. */
const references = /(?:&#(?:x[0-9a-f]{2}|\d{2,3});){8,2000}|(?:\\u00[0-9a-f]{2}){8,2000}/gi
const reference = /&#x([0-9a-f]{2});|&#(\d{2,3});|\\u([0-9a-f]{4})/gi

/**
 * Returns a text with plain letters instead of styled ones, and with the characters that runs of HTML or JavaScript
 * references name. Models read all of them like plain letters.
 */
export function withPlainLetters(text: string): string {
  if (!mayBeStyled.test(text)) return text
  return text
    .replaceAll(styled, (run) => run.normalize('NFKC'))
    .replaceAll(references, (run) =>
      run.replaceAll(reference, (_whole, hex?: string, decimal?: string, escape?: string) =>
        String.fromCharCode(decimal === undefined ? Number.parseInt(hex ?? escape ?? '', 16) : Number(decimal)),
      ),
    )
}
