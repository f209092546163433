/** Size of a text as it is sent. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The beginning of a text, at most so many bytes of UTF-8, ending in `…` when it was cut; never half a character. */
export function cutToBytes(text: string, most: number): string {
  const whole = text.toWellFormed()
  if (bytesOf(whole) <= most) return whole
  const bytes = Buffer.from(whole)
  let end = Math.max(0, most - bytesOf('…'))
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return `${bytes.toString('utf8', 0, end)}…`
}

/** The beginning of a text, at most so many characters, ending in `…` when it was cut. */
export function cutToCharacters(text: string, most: number): string {
  // Two code units at most are a character, so that a huge text is not split as a whole.
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
