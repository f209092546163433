/** Returns the character at an offset, or an empty string at the end of the text. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Returns the character before an offset, or an empty string at the start of the text. */
export function characterBefore(text: string, at: number): string {
  const isPair = at > 1 && isBetween(text, at - 1, 0xdc_00, 0xdf_ff) && isBetween(text, at - 2, 0xd8_00, 0xdb_ff)
  return isPair ? text.slice(at - 2, at) : text.slice(Math.max(at - 1, 0), at)
}

function isBetween(text: string, at: number, first: number, last: number): boolean {
  const code = text.charCodeAt(at)
  return code >= first && code <= last
}

/** Reports whether a character is a letter or a digit. */
export const isLetter = (character: string): boolean =>
  character < '\x80' ? /[A-Za-z\d]/.test(character) : /[\p{L}\p{N}]/u.test(character)

/** Reports whether the character at an offset is whitespace. */
export function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code === 0x20 || isBetween(text, at, 0x09, 0x0d) : /^\s/.test(text.slice(at, at + 1))
}
