/** Base64 in either alphabet that encodes at least six bytes. */
const base64 = /^(?:[A-Za-z0-9+/]{8,}|[A-Za-z0-9_-]{8,})={0,2}$/

/** Control characters that do not occur in text, and the replacement character for invalid UTF-8. */
const notText = /[^\P{Cc}\t\n\r]|\ufffd/u

/** Returns the text encoded by a base64 value, or undefined if the value is not base64 or its bytes are not text. */
export function decodedText(value: string): string | undefined {
  const characters = value.replaceAll('=', '').length
  if (characters % 4 === 1 || !base64.test(value)) return undefined
  const text = Buffer.from(value, 'base64').toString('utf8')
  return notText.test(text) ? undefined : text
}

/** Reports whether a value is base64 of binary data, such as a random key. */
export function isEncodedKey(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value) && base64.test(value) && decodedText(value) === undefined
}

/** Lookup table: whether each character code is in the standard base64 alphabet. */
const isBase64 = Array.from({ length: 256 }, (_, code) => /[A-Za-z0-9+/]/.test(String.fromCharCode(code)))

/** Reports whether a byte is in the standard base64 alphabet. */
export const isBase64Byte = (byte: number | undefined): boolean => isBase64[byte ?? 0] === true

/** Maximum length of base64 that is searched backward for its start. Longer runs are images and archives. */
const maxRun = 4_000

/** Returns the start of the base64 that ends at `end`. A pattern would try each start, which takes quadratic time. */
export function base64Start(bytes: Uint8Array, end: number): number {
  const least = Math.max(end - maxRun, 0)
  let start = end
  while (start > least && isBase64[bytes[start - 1] ?? 0]) start -= 1
  return start
}
