/** Returns the size of a string in UTF-8 bytes. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Truncates a string to at most `most` UTF-8 bytes without splitting a character. A truncated string ends with `…`. */
export function cutToBytes(text: string, most: number): string {
  const whole = text.toWellFormed()
  if (bytesOf(whole) <= most) return whole
  const bytes = Buffer.from(whole)
  let end = Math.max(0, most - bytesOf('…'))
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return `${bytes.toString('utf8', 0, end)}…`
}

/** Truncates a string to at most `most` characters. A truncated string ends with `…`. */
export function cutToCharacters(text: string, most: number): string {
  // A character has at most two code units. Slicing first avoids converting a huge text to an array.
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
